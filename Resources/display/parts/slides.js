// Slides and adhkar. Each is loaded once and kept, so that it is there when the network is not. Which one is shown
// follows from the box's clock.

import { isShown } from "./plan.js";
import { askToFit, byId, make } from "./dom.js";

const LISTS = { slides: "slides", "after-prayer": "adhkar" };
const PLACES = { slides: "slide", "after-prayer": "adhkar-slide" };
const loaded = new Map();
let wanted = null;

/** Whether a scene has what it needs. Slides or adhkar that cannot be had leave the day. */
export function hasSlides(plan, scene, now) {
  if (!LISTS[scene.scene]) return true;
  keepOnly(plan);
  return ready(plan, scene, now).length > 0;
}

export function drawSlides(plan, scene, now) {
  if (!LISTS[scene.scene]) return;
  const slide = slideAt(ready(plan, scene, now), secondsOf(scene, now));
  const place = byId(PLACES[scene.scene]);
  const element = loaded.get(key(slide)).element;
  if (place.firstElementChild === element) return;
  place.replaceChildren(element);
  askToFit();
}

const key = ({ html, image }) => html ?? image;
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

/** Loads what the plan names, and forgets what it no longer names. What failed is tried again after a minute. */
function keepOnly(plan) {
  const now = performance.now();
  const slides = [...plan.slides, ...plan.adhkar];
  if (wanted !== plan) {
    const keys = new Set(slides.map(key));
    for (const path of loaded.keys()) if (!keys.has(path)) loaded.delete(path);
    wanted = plan;
  }
  for (const slide of slides) {
    const known = loaded.get(key(slide));
    if (known?.element || known?.tryAfter > now) continue;
    const entry = { element: null, tryAfter: now + 60_000 };
    loaded.set(key(slide), entry);
    load(slide).then((element) => { entry.element = element }, (error) => console.error(key(slide), error));
  }
}

async function load({ html, image }) {
  if (image) {
    const picture = make("img", { alt: "", src: image });
    await picture.decode();
    return make("div", { className: "picture" }, picture);
  }
  const answer = await fetch(html);
  if (!answer.ok) throw new Error(answer.status);
  const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
  return make("div", { dir: "auto" }, ...fragment.body.childNodes);
}
