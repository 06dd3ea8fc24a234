// SPDX-License-Identifier: Apache-2.0
// What people choose with, and where choices are kept.
"use strict";

const $ = (id) => document.getElementById(id);

/// What people would choose again on the next page. Browsers may refuse to keep anything.
function remembered(key) {
  try { return localStorage.getItem(`tare.flame-graph.${key}`); } catch { return null; }
}
function remember(key, value) {
  try { localStorage.setItem(`tare.flame-graph.${key}`, value); } catch { /* Then it is not kept. */ }
}

/// One of several, as a row of buttons; no row where there is no choice.
class Choice {
  constructor(group, chosen) {
    Object.assign(this, {group, chosen});
    group.addEventListener("keydown", (event) => this.onKey(event));
  }

  /// `texts` are those of the buttons.
  show(texts, at) {
    this.at = at;
    this.buttons = texts.map((text, i) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      button.addEventListener("click", () => this.choose(i));
      return button;
    });
    this.group.replaceChildren(...this.buttons);
    this.group.hidden = texts.length < 2;
  }

  choose(i) {
    if (i === this.at || !this.buttons[i]) return;
    const hadFocus = this.group.contains(document.activeElement);
    this.show(this.buttons.map(({textContent}) => textContent), i);
    if (hadFocus) this.buttons[i].focus();
    this.chosen(i);
  }

  next() { if (!this.group.hidden) this.choose((this.at + 1) % this.buttons.length); }

  /// Arrow keys, as in any group of radio buttons.
  onKey(event) {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose((this.at + step + this.buttons.length) % this.buttons.length);
  }
}

/// On or off.
class Switch {
  constructor(button, isOn, switched) {
    Object.assign(this, {button, isOn, switched});
    button.addEventListener("click", () => this.turn());
    this.show();
  }

  show() { this.button.setAttribute("aria-pressed", String(this.isOn)); }

  turn() {
    this.isOn = !this.isOn;
    this.show();
    this.switched(this.isOn);
  }
}
