// Calls listeners when the reader changes something.
// SPDX-License-Identifier: BSD-3-Clause

export class Listeners<Change extends string> {
    private readonly listeners: [Change[], () => void][] = [];

    on(changes: Change[], listener: () => void): void {
        this.listeners.push([changes, listener]);
    }

    protected notify(change: Change): void {
        for (const [changes, listener] of this.listeners) if (changes.includes(change)) listener();
    }
}
