// Numbers as people read them, and the few statistics the figures need.
// SPDX-License-Identifier: BSD-3-Clause

const missing = "–";

// A true minus sign, and none before a number that rounds to zero.
function minus(text: string): string {
    return text.replace(/^-/, /[1-9]/.test(text) ? "−" : "");
}

// JSON has no NaN, so a number that does not exist arrives as null, whatever the type says.
export function isNumber(value: number | null | undefined): value is number {
    return typeof value === "number" && Number.isFinite(value);
}

export function fixed(value: number | null | undefined, digits: number): string {
    return isNumber(value) ? minus(value.toFixed(digits)) : missing;
}

// To that number of significant digits; very large and very small ones with a power of ten.
export function significant(value: number | null | undefined, digits = 3): string {
    if (!isNumber(value)) return missing;
    if (value === 0) return "0";
    const size = Math.floor(Math.log10(Math.abs(value)));
    if (size >= -4 && size < 5) return minus(value.toFixed(Math.max(0, digits - 1 - size)));
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    const raised = Number(exponent)
        .toString()
        .replace(/./g, (digit) => (digit === "-" ? "⁻" : ("⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? digit)));
    return minus(`${mantissa} × 10${raised}`);
}

export function percent(fraction: number | null | undefined, digits = 1): string {
    return isNumber(fraction) ? `${minus((100 * fraction).toFixed(digits))} %` : missing;
}

export function whole(value: number | null | undefined): string {
    return isNumber(value) ? minus(value.toLocaleString("en", { maximumFractionDigits: 0 })) : missing;
}

export function finite(values: readonly number[]): number[] {
    return values.filter(isNumber);
}

// The value below which that fraction of the values lies.
export function quantile(values: readonly number[], fraction: number): number {
    const sorted = finite(values).sort((a, b) => a - b);
    const place = Math.min(sorted.length - 1, Math.max(0, Math.round(fraction * (sorted.length - 1))));
    return sorted[place] ?? 0;
}

// Without spreading, which overflows the stack on long arrays.
export function extent(values: readonly number[]): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (const value of values)
        if (isNumber(value)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    return low <= high ? [low, high] : [0, 1];
}

const symbols: Record<string, string> = { mu: "μ", eps: "ε", et: "eₜ", e_t: "eₜ", eta2: "η²", e: "e" };

export function symbol(parameter: string): string {
    return symbols[parameter] ?? parameter;
}

const frames: Record<string, string> = {
    "as-recorded": "as recorded",
    "mirror-t": "corrected, mirror-t",
    "mirror-n": "corrected, mirror-n",
    "mirror-both": "corrected, mirror-both",
};

export function frameTitle(frame: string): string {
    return frames[frame] ?? frame;
}
