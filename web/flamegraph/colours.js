// SPDX-License-Identifier: Apache-2.0
// Colours of frames: by what they are of; in a difference, by how they changed.
"use strict";

/// By FrameKind's number. `strength` is a saturation in %.
const kinds = [
  {name: "JVM, interpreted", hue: 95, strength: 60}, {name: "JVM, compiled", hue: 138, strength: 55},
  {name: "inlined (in italics)", hue: 55, strength: 80}, {name: "native", hue: 208, strength: 38},
  {name: "C++", hue: 27, strength: 85}, {name: "kernel", hue: 275, strength: 48},
  {name: "JVM, first compiler", hue: 172, strength: 50},
];
const unknownKind = {name: "other", hue: 330, strength: 30};

function kindOf(number) { return kinds[number] ?? unknownKind; }

function isDark() {
  const asked = document.documentElement.dataset.theme;
  return asked ? asked === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/// In [0, 1); the same for the same text (FNV-1a).
function hashOf(text) {
  let hash = 2166136261;
  const length = Math.min(text.length, 200);
  for (let i = 0; i < length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash >>> 8) & 0xffff) / 0x10000;
}

/// Neighbours differ a little by their names, so that they can be told apart. `shade` is in [0, 1].
function kindColour(kind, shade, dark) {
  const {hue, strength} = kindOf(kind);
  const here = hue + 12 * (shade - 0.5);
  return dark ? `hsl(${here} ${0.6 * strength}% ${20 + 8 * shade}%)`
              : `hsl(${here} ${strength}% ${73 + 11 * shade}%)`;
}

function plainColour(dark) { return dark ? "hsl(40 4% 29%)" : "hsl(40 10% 86%)"; }

/// `change` is changeOf()'s: red is more, blue is less, grey is as before.
function changeColour(change, dark) {
  const size = Math.min(1, Math.abs(change));
  if (size < 0.005) return plainColour(dark);
  const strength = 0.25 + 0.75 * size;
  const hue = change > 0 ? 4 : 212;
  return dark ? `hsl(${hue} ${68 * strength}% ${26 + 13 * strength}%)`
              : `hsl(${hue} ${88 * strength}% ${90 - 23 * strength}%)`;
}

/// [colour, what it means] of kinds of frames, or of changes.
function legendOf(isDifference, kindsSeen, dark) {
  if (isDifference)
    return [[changeColour(1, dark), "more than before"], [plainColour(dark), "as before"],
            [changeColour(-1, dark), "less than before"]];
  return [...kindsSeen].sort().map((kind) => [kindColour(kind, 0.5, dark), kindOf(kind).name]);
}
