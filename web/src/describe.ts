// An impact in a few words, for tooltips.
// SPDX-License-Identifier: BSD-3-Clause

import type { Words } from "./drawing.js";
import { momentum } from "./contact.js";
import { fixed, significant } from "./numbers.js";
import { ownNames, ownValues } from "./own.js";
import type { View } from "./view.js";

const pair = ([t, n]: [number, number], digits = 3): string => `(${significant(t, digits)}, ${significant(n, digits)})`;

export function describeImpact(view: View, place: number, law: string | null): Words {
    const contact = view.contact(place);
    const rows: Words["rows"] = [
        ["velocity of the contact, m/s", pair([contact.vt, contact.vn])],
        ["momentum Mc v, N s", pair(momentum(contact))],
        ["measured impulse, N s", pair(view.measured(place))],
    ];
    const own = law === null ? null : view.impactsOf(law);
    if (law !== null && own) {
        const title = view.frame.laws.find((entry) => entry.name === law)?.title ?? law;
        rows.push(
            [title, view.mode(law, place)],
            ["predicted impulse, N s", pair(view.predicted(law, place))],
            ["relative error", fixed(own.error[place], 3)],
            [`best ${ownNames(own)} of this impact`, ownValues(own, place)],
        );
    }
    rows.push(["rigid bound", fixed(view.frame.impacts.irb[place], 3)]);
    const use = view.frame.impacts.held_out[place] ? "held out" : "used to fit";
    return { title: `Impact ${view.record(place)} (${use})`, rows };
}
