// SPDX-License-Identifier: Apache-2.0
// What the page shows, and what people do to it.
"use strict";

const widthNames = ["both", "before", "after"];

class Page {
  constructor(calls) {
    this.calls = calls;
    this.search = new Search(calls);
    this.profile = 0;
    this.type = 0;
    this.width = calls.isDifference ? 0 : 2;
    this.fills = new Map();
    this.tip = new Tip($("tip"), calls);
    this.graph = new Graph($("graph"), $("rows"), $("canvas"), {
      nameOf: (box) => this.nameOf(box),
      colourOf: (box) => this.colourOf(box),
      isInlined: (box) => box.parent !== null && calls.isInlined(box.frame),
      isMatched: (box) => this.search.isMatched(box.frame),
      isDimmed: () => this.search.isOn,
    });
    this.table = new FunctionTable($("columns"), $("body"), $("more"), (frame) => this.find(frame));
    this.makeControls();
    this.makePointer();
    this.makeKeys();
    this.useTheme(remembered("theme"));
    this.showProfile();
  }

  makeControls() {
    this.types = new Choice($("types"), (i) => { this.type = i; this.measure(); });
    this.widths = new Choice($("widths"), (i) => { this.width = i; this.grow(); });
    this.views = new Choice($("views"), (i) => this.showView(i));
    this.callers = new Switch($("callers"), false, () => this.grow());
    this.lines = new Switch($("lines"), false, () => this.grow());
    this.flames = new Switch($("flames"), remembered("flames") === "up", (isOn) => {
      remember("flames", isOn ? "up" : "down");
      if (this.tree) this.graph.turn(isOn);
      this.tip.hide();
    });
    this.graph.flamesUp = this.flames.isOn;
    this.views.show(["Graph", "Functions"], 0);
    this.widths.show(this.calls.isDifference ? ["Both", "Before", "After"] : [], 0);
    $("profile").replaceChildren(...this.profileNames().map((name, i) => new Option(name, i)));
    $("profile").hidden = this.calls.isDifference || this.calls.profiles.length < 2;
    $("profile").addEventListener("change", () => {
      this.profile = Number($("profile").value);
      this.showProfile();
    });
    $("search").addEventListener("input", () => this.searchFor($("search").value));
    $("theme").addEventListener("click", () => this.turnTheme());
    $("help").addEventListener("click", () => $("keys").showModal());
  }

  /// Profiles of one case differ by what was measured.
  profileNames() {
    const {title, profiles} = this.calls;
    return profiles.map((one) => title ? one.types.map(({name}) => name).join(", ") : one.title);
  }

  /// The types to choose from: of a difference, those of both sides.
  typesNow() {
    const {isDifference, profiles} = this.calls;
    if (!isDifference) return profiles[this.profile]?.types ?? [];
    const [before, after] = profiles.map(({types}) => types);
    return [...after, ...before.filter((one) => !after.some((other) => isSameType(one, other)))];
  }

  showProfile() {
    const types = this.typesNow();
    if (this.type >= types.length) this.type = 0;
    const names = types.map(({name}) => name);
    const isUnique = new Set(names).size === names.length;
    this.types.show(types.map(({name, unit}) => isUnique ? name : `${name} (${unit})`), this.type);
    const {title} = this.calls;
    document.title = title ? `${title}: flame graph` : "Flame graph";
    $("title").textContent = title || "Flame graph";
    this.measure();
  }

  /// Weighs all calls, and shows them.
  measure() {
    const type = this.typesNow()[this.type];
    if (!type) {
      this.showNothing("No stacks were recorded.");
      return;
    }
    this.measured = measure(this.calls, this.profile, type);
    $("summary").textContent = this.summary(type);
    $("note").textContent = this.calls.isDifference ? this.note() : "";
    if (this.measured.before.total[0] + this.measured.after.total[0] === 0) {
      const hasStacks = this.calls.profiles.some(({calls}) => calls.length > 0);
      this.showNothing(hasStacks ? `${type.name} is 0 in every stack.` : "No stacks were recorded.");
      return;
    }
    document.body.classList.remove("empty");
    $("nothing").hidden = true;
    this.isTableStale = true;
    this.grow();
    this.showView(this.views.at);
    this.showLegend();
  }

  showNothing(why) {
    document.body.classList.add("empty");
    $("nothing").textContent = why;
    $("nothing").hidden = false;
    this.tip.hide();
  }

  /// What was measured altogether.
  summary(type) {
    const {before, after, perOperation} = this.measured;
    const [was, is] = [before.total[0], after.total[0]];
    if (!this.calls.isDifference) {
      const {operations, calls} = this.calls.profiles[this.profile];
      const stacks = `${type.name}: ${valueText(is, this.measured)} in ${counted(calls.length, "stack")}`;
      return perOperation ? `${stacks}, of ${counted(operations, "operation")}` : stacks;
    }
    if (!perOperation) return `${type.name}, as shares of each side's total`;
    const {measured} = this;
    return `${type.name}: ${valueText(was, measured)} → ${valueText(is, measured)}: ${changeText(was, is, measured)}`;
  }

  note() {
    const whose = widthNames[this.width] === "both" ? "of before and after together" : widthNames[this.width];
    return `Widths are those ${whose}.`;
  }

  /// Makes the tree that was chosen, and draws it from its root.
  grow() {
    if (!this.measured) return;
    const Shape = this.callers.isOn ? CallerTree : CalleeTree;
    const keys = this.calls.functions;
    const keyOf = this.lines.isOn ? keys.map((_, frame) => frame) : keys;
    this.tree = new Shape(this.calls, this.measured, keyOf, widthsOf[widthNames[this.width]]);
    if (this.calls.isDifference) $("note").textContent = this.note();
    this.zoom(this.tree.root);
    this.showFound();
  }

  zoom(box) {
    this.tip.hide();
    this.graph.show(this.tree, box);
    this.showCrumbs(box);
  }

  /// The way to the box that the graph is zoomed to; of a long one its ends.
  showCrumbs(zoomed) {
    const mostCrumbs = 5;
    const path = zoomed.path();
    if (path.length === 1) {
      $("crumbs").textContent = "Click a box to zoom to it.";
      return;
    }
    const shown = path.length > mostCrumbs ? [path[0], null, ...path.slice(2 - mostCrumbs)] : path;
    $("crumbs").replaceChildren(...shown.flatMap((box, i) => {
      const parts = i > 0 ? [" › "] : [];
      return box ? [...parts, this.crumb(box, box === zoomed)] : [...parts, "…"];
    }));
  }

  crumb(box, isHere) {
    const button = document.createElement("button");
    button.textContent = spellingsOf(this.nameOf(box)).at(-1);
    button.title = cutText(this.nameOf(box));
    if (isHere) button.setAttribute("aria-current", "location");
    button.addEventListener("click", () => this.zoom(box));
    return button;
  }

  showView(i) {
    const isTable = i === 1;
    $("graph").hidden = isTable;
    $("functions").hidden = !isTable;
    document.body.classList.toggle("table", isTable);
    this.tip.hide();
    if (isTable) this.showTable();
    else this.graph.draw();
  }

  /// A table takes as long as its functions are many: only where it is looked at.
  showTable() {
    if (this.isTableStale && this.measured) this.table.show(this.calls, this.measured, (frame) => this.search.isMatched(frame));
    this.isTableStale = false;
  }

  searchFor(text) {
    if ($("search").value !== text) $("search").value = text;
    this.search.setText(text);
    this.showFound();
    this.graph.redraw();
    if (this.views.at === 1) this.table.fill();
    else this.isTableStale = true;
  }

  showFound() {
    $("found").textContent = this.measured ? this.search.foundText(this.measured) : "";
  }

  /// Shows where in the graph a function is.
  find(frame) {
    this.searchFor(Search.textFor(this.calls.functionOf(frame)));
    this.views.choose(0);
  }

  nameOf(box) {
    if (!box.parent) return "all";
    const name = this.calls.functionOf(box.frame);
    const place = this.lines.isOn ? this.calls.placeOf(box.frame) : "";
    return place ? `${name} ${place.replace(/.*\//, "")}` : name;
  }

  colourOf(box) {
    const dark = this.isDark;
    if (this.calls.isDifference) return changeColour(changeOf(box.before, box.after), dark);
    if (!box.parent) return plainColour(dark);
    let fill = this.fills.get(box.frame);
    if (!fill) {
      fill = kindColour(this.calls.frames.kind[box.frame], hashOf(this.calls.functionOf(box.frame)), dark);
      this.fills.set(box.frame, fill);
    }
    return fill;
  }

  /// "light", "dark", or as the system has it.
  useTheme(theme) {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    this.isDark = isDark();
    this.fills.clear();
    this.graph.redraw();
    this.showLegend();
  }

  turnTheme() {
    const theme = isDark() ? "light" : "dark";
    remember("theme", theme);
    this.useTheme(theme);
  }

  showLegend() {
    const legend = legendOf(this.calls.isDifference, new Set(this.calls.frames.kind), this.isDark);
    $("legend").replaceChildren(...legend.map(([colour, meaning]) => {
      const entry = document.createElement("li");
      const patch = document.createElement("i");
      patch.style.background = colour;
      entry.append(patch, meaning);
      return entry;
    }));
  }

  makePointer() {
    const canvas = $("canvas");
    const pointAt = (event) => {
      const box = this.graph.boxAt(event.clientX, event.clientY);
      this.graph.point(box);
      canvas.style.cursor = box ? "pointer" : "default";
      if (box) this.tip.show(this.tip.textOf(box, this.measured), event.clientX, event.clientY);
      else this.tip.hide();
    };
    canvas.addEventListener("pointermove", pointAt);
    canvas.addEventListener("pointerleave", () => { this.graph.point(null); this.tip.hide(); });
    canvas.addEventListener("click", (event) => {
      const box = this.graph.boxAt(event.clientX, event.clientY);
      if (!box) return;
      this.zoom(box);
      if (event.pointerType === "touch") pointAt(event);
    });
    $("graph").addEventListener("wheel", () => this.tip.hide(), {passive: true});
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.useTheme());
  }

  makeKeys() {
    const actions = {
      "/": () => { $("search").focus(); $("search").select(); },
      "?": () => $("keys").showModal(),
      Escape: () => this.stepBack(),
      Enter: () => { if (this.graph.pointed) this.zoom(this.graph.pointed); },
      t: () => this.views.next(), v: () => this.types.next(), b: () => this.widths.next(),
      c: () => this.callers.turn(), l: () => this.lines.turn(), i: () => this.flames.turn(),
      d: () => this.turnTheme(),
    };
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
      actions[key] = () => this.pointNext(key);
    document.addEventListener("keydown", (event) => {
      const {key, target} = event;
      if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
      const isTyping = target.matches("input, select");
      if (isTyping && key !== "Escape") return;
      // Buttons have keys of their own, and a table is scrolled by arrows.
      if (key === "Enter" && target.matches("button")) return;
      if (key.startsWith("Arrow") && $("graph").hidden) return;
      if (!Object.hasOwn(actions, key)) return;
      event.preventDefault();
      actions[key]();
    });
    document.addEventListener("copy", (event) => {
      const box = this.graph.pointed;
      if (!box || !getSelection().isCollapsed || document.activeElement.matches("input")) return;
      event.clipboardData.setData("text/plain", this.nameOf(box));
      event.preventDefault();
    });
  }

  stepBack() {
    if (this.search.isOn) this.searchFor("");
    else if (this.tree && this.graph.zoomed.parent) this.zoom(this.tree.root);
    if (document.activeElement.matches("input")) document.activeElement.blur();
  }

  pointNext(key) {
    if (!this.tree) return;
    const box = this.graph.neighbour(key);
    this.graph.scrollTo(box);
    this.graph.point(box);
    this.graph.draw();
    const place = this.graph.placeOf(box);
    const text = this.tip.textOf(box, this.measured);
    this.tip.show(text, place.x + Math.min(place.width, innerWidth - place.x) / 2, place.y + rowHeight / 2);
    $("spoken").textContent = text.join(", ");
  }
}

const page = new Page(new Calls(JSON.parse($("profiles").textContent)));
