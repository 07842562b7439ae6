// What is wrong: a part of the view *Now*, loaded where something is.

import { english, make } from "./dom.js";
import { isolated, say, sayOr } from "./words.js";

export function list({ problems, away }) {
  const all = [...(away ? [{ what: away, advice: "" }] : []), ...problems];
  const items = make("ul", "", "list", ...all.map((problem) => make("li", "", "", ...faultWords(problem))));
  return [make("h2", say("faults")), items];
}

/** The sentence, the box's own words behind it, and what to do. */
function faultWords({ what, advice, fault }) {
  const known = fault && sayOr(fault.id, "");
  if (!known) return [english(what), ...(advice ? [english(advice, "soft")] : [])];
  const { file, detail } = fault.parameters;
  const words = [make("p", say(fault.id, { file: isolated(file) })), make("p", say(`${fault.id}.advice`))];
  return detail ? [...words, english(detail, "soft")] : words;
}
