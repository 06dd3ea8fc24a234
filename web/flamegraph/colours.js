// SPDX-License-Identifier: Apache-2.0
// Colours of frames: by what they are of; in a difference, by how they changed.
"use strict";

/// By FrameKind's number: interpreted, compiled, inlined, native, cpp, kernel, c1 compiled.
const kinds = [
  {name: "JVM, interpreted", hue: 95}, {name: "JVM, compiled", hue: 130},
  {name: "inlined", hue: 48}, {name: "native", hue: 8}, {name: "C++", hue: 26},
  {name: "kernel", hue: 262}, {name: "JVM, first compiler", hue: 160},
];

function isDark() {
  const asked = document.documentElement.dataset.theme;
  return asked ? asked === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/// In [0, 1); the same for the same text.
function hashOf(text) {
  let hash = 2166136261;
  const length = Math.min(text.length, 200);
  for (let i = 0; i < length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash >>> 8) & 0xffff) / 0x10000;
}

/// Neighbours differ a little, so that they can be told apart.
function kindColour(kind, name, dark) {
  const shade = hashOf(name);
  const {hue} = kinds[kind] ?? kinds[4];
  return dark ? `hsl(${hue + 14 * (shade - 0.5)} 48% ${27 + 8 * shade}%)`
              : `hsl(${hue + 14 * (shade - 0.5)} 82% ${72 + 10 * shade}%)`;
}

/// `change` is changeOf()'s: red is more, blue is less, grey is as before.
function changeColour(change, dark) {
  const size = Math.min(1, Math.abs(change));
  if (size < 0.005) return dark ? "hsl(40 4% 30%)" : "hsl(40 8% 86%)";
  const strength = 0.25 + 0.75 * Math.sqrt(size);
  const hue = change > 0 ? 6 : 214;
  return dark ? `hsl(${hue} ${70 * strength}% ${28 + 12 * strength}%)`
              : `hsl(${hue} ${85 * strength}% ${90 - 26 * strength}%)`;
}

/// [colour, what it means] of all that `kindsSeen` has, or of changes.
function legendOf(isDifference, kindsSeen, dark) {
  if (isDifference)
    return [[changeColour(1, dark), "more than before"], [changeColour(0, dark), "as before"],
            [changeColour(-1, dark), "less"]];
  return [...kindsSeen].sort().map((kind) => [kindColour(kind, "", dark), (kinds[kind] ?? kinds[4]).name]);
}
