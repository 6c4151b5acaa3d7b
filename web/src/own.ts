// An impact's own best parameters under a law, in a row.
// SPDX-License-Identifier: BSD-3-Clause

import { fixed, symbol } from "./numbers.js";
import type { Impacts } from "./study.js";

type Own = Impacts["laws"][string];

export function ownNames(own: Own): string {
    return ["mu", "eps", ...Object.keys(own.further ?? {})].map(symbol).join(", ");
}

export function ownValues(own: Own, place: number): string {
    return [own.mu, own.eps, ...Object.values(own.further ?? {})].map((list) => fixed(list[place], 3)).join(", ");
}
