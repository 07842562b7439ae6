// Adhan, until the iqama, phones off, prayer, khutbah, and the invitation to the committee's page. Each is drawn only while it is the scene, so that it fades out as it stood.

import { arabic, fill } from "./words.js";
import { askToFit, byId, say, sayWith } from "./dom.js";

export function drawScene(plan, words, now, scene) {
  DRAW[scene.scene]?.(plan, words, now, scene);
}

const DRAW = { adhan: drawAdhan, "until-iqama": drawUntilIqama, "phones-off": drawPhonesOff, prayer: drawDark, khutbah: drawDark };

function drawAdhan(plan, words, now, { prayer, ends_at: iqama }) {
  say(byId("call-words"), fill(arabic().call, { of: "" }).trim());
  say(byId("call-name"), arabic().of[prayer] ?? "");
  // Where the page is Arabic, the call itself has said it.
  if (words.language === "ar") say(byId("call"), "");
  else sayWith(byId("call"), words.texts.call, "of", words.texts.of[prayer] ?? "");
  if (iqama === null) say(byId("call-iqama"), "");
  else sayWith(byId("call-iqama"), words.texts.iqama_at, "time", words.time(plan, iqama));
}

function drawUntilIqama(plan, words, now, { prayer, ends_at: iqama, until }) {
  const inArabic = fill(arabic().iqama_of, { of: arabic().of[prayer] ?? "" });
  sayWith(byId("iqama-of"), words.texts.iqama_of, "of", words.texts.of[prayer] ?? "");
  say(byId("iqama-arabic"), words.language === "ar" ? "" : inArabic);
  say(byId("iqama-count"), words.left((iqama ?? until) - now));
}

/** The iqama or the khutbah by its name, and the request. */
function drawPhonesOff(plan, words, now, { prayer }) {
  const { iqama_of, of, khutbah, prayers, phones_off } = words.texts;
  const names = { jumuah: khutbah, eid: prayers.eid };
  say(byId("phones-of"), names[prayer] ?? fill(iqama_of, { of: of[prayer] ?? "" }));
  say(byId("phones"), phones_off);
  say(byId("phones-arabic"), words.language === "ar" ? "" : arabic().phones_off);
}

/** A faint clock; by config none, and then the prayer's name, so that the screen does not look broken. */
function drawDark(plan, words, now, { scene, prayer }) {
  const hasClock = plan.look.clock_in_prayer;
  const name = scene === "khutbah" ? arabic().khutbah : hasClock ? "" : arabic().prayers[prayer] ?? "";
  say(byId("dark-arabic"), name);
  document.querySelector(".clock-dark").hidden = !hasClock;
}

/** The scenes that an invitation may take the place of: no prayer is near. */
const CALM = ["day", "night", "slides"];

export const isInvited = (invitation, scene) => invitation !== null && CALM.includes(scene);

/** The address of the committee's page with its QR code, and the setup code. Nothing of a code stays once it is used or over. */
export function drawInvitation(plan, words, invitation) {
  if (invitation === null) return void say(byId("setup-code"), "");
  const { address, code, until, picture } = invitation;
  const { title, open, code: label, until: end } = words.texts.setup;
  const texts = { title, open, address, label, code, until: fill(end, { time: words.time(plan, until) }) };
  const changed = Object.entries(texts).map(([name, text]) => say(byId(`setup-${name}`), text));
  if (!changed.includes(true)) return;
  // With the white edge that a camera needs.
  const image = byId("setup-picture"), side = picture.length + 8;
  image.setAttribute("viewBox", `-4 -4 ${side} ${side}`);
  image.setAttribute("aria-label", address);
  image.firstElementChild.setAttribute("d", picture.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  askToFit();
}
