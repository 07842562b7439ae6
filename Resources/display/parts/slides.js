// Slides, adhkar and the logo. Each is loaded once and kept, so that it is there when the network is not. Which slide is
// shown follows from the box's clock.

import { isShown } from "./plan.js";
import { askToFit, byId, isCut, make } from "./dom.js";

const LISTS = { slides: "slides", "after-prayer": "adhkar" };
const PLACES = { slides: "slide", "after-prayer": "adhkar-slide" };
const LONGEST_WAIT = 1000;
const loaded = new Map();
let drawn = null;

/** Loads what a plan names, before it is drawn: a slide that has changed changes at once. What takes longer comes later. */
export function loadSlides(plan) {
  const loads = filesOf(plan).map(keep).filter(Boolean);
  return loads.length ? Promise.race([Promise.all(loads), new Promise((done) => setTimeout(done, LONGEST_WAIT))]) : null;
}

/** The path of a picture that the box has and this browser cannot decode; null where there is none. */
export const unshown = () => [...loaded].find(([, { isBroken }]) => isBroken)?.[0] ?? null;

/** The path of a text whose end is cut off, although it is as small as it may be; null where there is none. */
export const tooLong = () => [...loaded].find(([, entry]) => entry.isCut)?.[0] ?? null;

/** Notes whether the slide that is seen fits; after a fitting. */
export function noteFit(scene) {
  const entry = LISTS[scene.scene] && loaded.get(drawn);
  if (entry) entry.isCut = isCut(PLACES[scene.scene]);
}

/** Whether there is a picture of that path that can be shown: the logo, or that behind the day. */
export function canShow(path) {
  if (!path) return false;
  keep({ image: path });
  return !loaded.get(path).isBroken;
}

/** Forgets what the plan no longer names. */
export function keepOnly(plan) {
  const keys = new Set(filesOf(plan).map(key));
  for (const path of loaded.keys()) if (!keys.has(path)) loaded.delete(path);
}

/** Whether a scene has what it needs. Slides or adhkar that cannot be had leave the day. */
export function hasSlides(plan, scene, now) {
  if (!LISTS[scene.scene]) return true;
  plan[LISTS[scene.scene]].forEach(keep);
  return ready(plan, scene, now).length > 0;
}

export function drawSlides(plan, scene, now) {
  if (!LISTS[scene.scene]) return;
  const slide = slideAt(ready(plan, scene, now), secondsOf(scene, now));
  const place = byId(PLACES[scene.scene]);
  const { element } = loaded.get(drawn = key(slide));
  if (place.firstElementChild === element) return;
  place.replaceChildren(element);
  askToFit();
}

const key = ({ html, image }) => html ?? image;
const filesOf = (plan) => [...plan.slides, ...plan.adhkar, ...[plan.mosque.logo, plan.mosque.background].filter(Boolean).map((image) => ({ image }))];
const ready = (plan, { scene }, now) => plan[LISTS[scene]].filter((slide) => isShown(slide, now) && loaded.get(key(slide))?.element);

/** For how long a scene has been seen: its gaps do not count, so that each slide has its turn. */
function secondsOf({ from, every, length }, now) {
  const seconds = now - from;
  return every === undefined ? seconds : Math.floor(seconds / every) * length + seconds % every;
}

/** The slide of the moment. */
function slideAt(slides, seen) {
  let rest = seen % slides.reduce((sum, { seconds }) => sum + seconds, 0);
  return slides.find(({ seconds }) => (rest -= seconds) < 0) ?? slides.at(-1);
}

/** Loads a slide once; answers null where nothing is to be loaded. What failed is tried again after a minute. */
function keep(slide) {
  const known = loaded.get(key(slide));
  if (known?.element || known?.tryAfter > performance.now()) return null;
  const entry = { element: null, isBroken: known?.isBroken, tryAfter: performance.now() + 60_000 };
  loaded.set(key(slide), entry);
  return load(slide).then((element) => Object.assign(entry, { element, isBroken: false }), async (error) => {
    console.error(key(slide), error);
    entry.isBroken = Boolean(slide.image) && await isThere(slide.image);
  });
}

/** Whether the box has it: to decode what has not come fails in the same way. */
const isThere = (path) => fetch(path).then(({ ok }) => ok, () => false);

async function load({ html, image }) {
  if (image) {
    const picture = make("img", { alt: "", src: image });
    await picture.decode();
    return make("div", { className: "picture" }, picture);
  }
  const answer = await fetch(html);
  if (!answer.ok) throw new Error(answer.status);
  const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = make("div", {}, ...fragment.body.childNodes);
  // Each block has its direction; what has none, such as a picture, follows the first.
  text.dir = text.querySelector("[dir]")?.dir ?? "auto";
  // Its pictures decide how large the text can be. Without one of them the text stays.
  await Promise.all([...text.querySelectorAll("img")].map((picture) => picture.decode().catch(() => picture.remove())));
  return text;
}
