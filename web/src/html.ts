// Small helpers to build elements; text always goes in as text, never as markup.
// SPDX-License-Identifier: BSD-3-Clause

type Value = string | number | boolean | null | ((event: Event) => void);
export type Child = Node | string | null;

function apply(element: Element, attributes: Record<string, Value>, children: Child[]): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== null && value !== false) element.setAttribute(name, String(value));
    }
    for (const child of children) if (child !== null) element.append(child);
}

// Functions among the attributes become listeners of the event they are named after.
export function html<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Record<string, Value> = {},
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    apply(element, attributes, children);
    return element;
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
    tag: Tag,
    attributes: Record<string, Value> = {},
    ...children: Child[]
): SVGElementTagNameMap[Tag] {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    apply(element, attributes, children);
    return element;
}
