// SPDX-License-Identifier: Apache-2.0
// What the page shows, and what people do to it.
"use strict";

const $ = (id) => document.getElementById(id);

/// What people would choose again on the next page; where nothing can be kept, they do.
function remembered(key) {
  try { return localStorage.getItem(`tare.flamegraph.${key}`); } catch { return null; }
}
function remember(key, value) {
  try { localStorage.setItem(`tare.flamegraph.${key}`, value); } catch { /* Not here, then. */ }
}

const calls = new Calls(JSON.parse($("profiles").textContent));
const profileNames = calls.isDifference ? ["before", "after"] : calls.profiles.map(({title}) => title);
const state = {
  profile: 0, type: 0, side: "after", view: "graph",
  isCallers: false, isByLine: false, theme: themes.light,
  zoomed: null,      // The box that fills the graph.
  pattern: null,     // A regular expression, or null.
  matches: new Map(),  // By key of a box, whether the pattern does.
};
let measured;
let tree;

/// The types that are to choose from: in a difference those of both.
function typesNow() {
  if (!calls.isDifference) return calls.profiles[state.profile].types;
  const [before, after] = calls.profiles.map(({types}) => types);
  const isNew = ({name, unit}) => !after.some((type) => type.name === name && type.unit === unit);
  return [...after, ...before.filter(isNew)];
}

/// By frame, what goes into one box or row.
const keysNow = () => state.isByLine ? calls.frames.function.map((_, frame) => frame) : calls.frames.function;

function titleOf(frame) {
  if (frame < 0) return "all";
  const place = state.isByLine ? calls.placeOf(frame) : "";
  return place ? `${calls.functionOf(frame)} ${place.replace(/.*\//, "")}` : calls.functionOf(frame);
}

const spellings = new Map();
function nameOf(box) {
  if (!spellings.has(box.frame)) {
    const [, ...short] = box.frame < 0 ? [] : spellingsOf(calls.functionOf(box.frame));
    spellings.set(box.frame, [titleOf(box.frame), ...short]);
  }
  return spellings.get(box.frame);
}

function isMatch(frame) {
  if (frame < 0) return false;
  const of = calls.frames.function[frame];
  if (!state.matches.has(of)) state.matches.set(of, state.pattern.test(calls.strings[of]));
  return state.matches.get(of);
}

const fills = new Map();
function fillOf(box) {
  if (box.frame < 0) return colourOfRoot(state.theme);
  if (calls.isDifference) return colourOfChange(state.theme, changeOf(...sidesOf(box)));
  let fill = fills.get(box.frame);
  if (!fill) {
    fill = colourOf(state.theme, calls.frames.kind[box.frame], calls.functionOf(box.frame));
    fills.set(box.frame, fill);
  }
  return fill;
}

function paint(box) {
  const {ink, fadedInk, faded} = state.theme;
  if (!state.pattern) return {fill: fillOf(box), ink};
  return isMatch(box.frame) ? {fill: colourOfMatch(state.theme), ink} : {fill: faded, ink: fadedInk};
}

/// [before, after] of a box.
const sidesOf = (box) => state.side === "before" ? [box.value, box.other] : [box.other, box.value];

const graph = new Graph($("graph"), $("rows"), $("canvas"), {paint, nameOf});
const table = new FunctionTable({columns: $("columns"), body: $("body"), more: $("more")}, {
  describe: (row) => ({name: titleOf(row.frame), place: calls.placeOf(row.frame)}),
  choose: (row) => {
    searchFor(`^${calls.functionOf(row.frame).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
    setView("graph");
  },
});

/// Measures, and shows that from the root on.
function showMeasured() {
  const type = typesNow()[state.type];
  measured = type && measure(calls, {...state, type});
  const hides = !measured || (measured.value.total[0] === 0 && !(measured.other?.total[0] > 0));
  document.body.classList.toggle("empty", hides);
  $("nothing").hidden = !hides;
  $("nothing").textContent = !type || calls.count === 1 && calls.profiles.every(({calls}) => calls.length === 0)
    ? "No stacks were recorded." : `Nothing was counted: ${type.name} is 0 in every stack.`;
  $("summary").textContent = type ? summary() : "";
  if (hides) return;
  const Shape = state.isCallers ? CallerTree : CalleeTree;
  spellings.clear();
  tree = new Tree.shapes[Shape.name](calls, measured, keysNow());
  state.zoomed = tree.root;
  graph.show(tree);
  table.show(functionsOf(calls, measured, keysNow()), measured, state.side);
  showCrumbs();
  showFound();
  hideTip();
}
