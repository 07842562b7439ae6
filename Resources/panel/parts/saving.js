// Saving the settings: with the revision that the person has seen, and a way back.

import { attempt, mayLeave, tell } from "../panel.js";
import { button, byId, englishList } from "./dom.js";
import { order } from "./server.js";
import { say } from "./words.js";

/**
 * Saves a change, says what the box says of it, and offers the way back.
 *
 * @param path the route.
 * @param body with `base`, the revision that the page has shown.
 * @param then is called after the change, and after it was undone.
 * @returns the answer with the new revision; undefined where it is refused, which is said.
 */
export const save = (path, body, then) => attempt(async () => {
  const answer = await taken(() => order(path, body), then);
  await then?.();
  tell(say(answer.words ? "saved" : "saved_for_later"));
  tellNotes(answer);
  const { before, revision } = answer;
  if (before) byId("told").append(button(say("undo"), () => mayLeave() && goBack(before, revision, then), "plain"));
  return answer;
});

/** Marks an element whose fields are not saved: the page asks before it is lost. */
export const mark = (element) => { element.dataset.changed = "" };

/** Marks the element once a person changes a field in it. */
export function watch(element) {
  for (const type of ["input", "change", "removed"]) element.addEventListener(type, () => mark(element));
  return element;
}

/** Runs a change. One that is saved and not taken up is on the page, too, before it is said. */
async function taken(change, then) {
  try {
    return await change();
  } catch (fault) {
    if (fault.code === "not-taken-up") await then?.();
    throw fault;
  }
}

/** Goes back to a kept state. */
export const goBack = (id, base, then) => attempt(async () => {
  const answer = await taken(() => order("states/restore", { id, base }), then);
  await then?.();
  tell(say("undone"));
  tellNotes(answer);
  return answer;
});

/** Says what the box remarks on a change, and what it has left out. */
function tellNotes({ notes = [] }) {
  if (notes.length) byId("told").append(englishList(notes));
}
