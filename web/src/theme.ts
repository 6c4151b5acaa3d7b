// Light or dark: as set in the system, until the reader chooses.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";

type Theme = "light" | "dark";

const key = "routh-theme";

// Storage may be forbidden for pages opened from disk.
function stored(): Theme | null {
    try {
        const value = localStorage.getItem(key);
        return value === "light" || value === "dark" ? value : null;
    } catch {
        return null;
    }
}

function store(theme: Theme): void {
    try {
        localStorage.setItem(key, theme);
    } catch {
        // then the choice lasts until the page is closed
    }
}

function systemTheme(): Theme {
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function themeButton(): HTMLButtonElement {
    const button = html("button", {
        type: "button",
        class: "theme",
        click: () => show(current() === "dark" ? "light" : "dark", true),
    });
    const current = (): Theme => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");
    const show = (theme: Theme, keep: boolean): void => {
        document.documentElement.dataset["theme"] = theme;
        button.textContent = theme === "dark" ? "☀ Light" : "☾ Dark";
        button.setAttribute("aria-label", theme === "dark" ? "Switch to light colours" : "Switch to dark colours");
        if (keep) store(theme);
    };
    show(stored() ?? systemTheme(), false);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        if (stored() === null) show(systemTheme(), false);
    });
    return button;
}

// The custom properties of the light theme, which stand in the page's :root rule.
export function lightColours(): Map<string, string> {
    const colours = new Map<string, string>();
    for (const sheet of document.styleSheets)
        for (const rule of sheet.cssRules)
            if (rule instanceof CSSStyleRule && rule.selectorText === ":root")
                for (const name of rule.style)
                    if (name.startsWith("--")) colours.set(name, rule.style.getPropertyValue(name).trim());
    return colours;
}
