// The page: follows the box and draws once a second.
//
//   stream ──plan, clock, daemon──▶ state ──every second──▶ draw ──▶ the page
//                                     └──every ten seconds──▶ heartbeat ──▶ the box
//
// The server decides; the page draws. Where something is drawn:
//   parts/draw-day.js      the day, the night, beside slides
//   parts/draw-scenes.js   adhan, until the iqama, prayer and khutbah
//   parts/draw-foot.js     messages, Jumu'ah, the honest line
//   parts/slides.js        slides and adhkar
// What the plan says at an instant: parts/plan.js. Words: parts/words.js and texts/. The contract: docs/display.md.

import { BoxClock } from "./parts/box-clock.js";
import { Stream } from "./parts/stream.js";
import { beat } from "./parts/heartbeat.js";
import { readPlan, sceneAt } from "./parts/plan.js";
import { loadTexts, wordsAt } from "./parts/words.js";
import { drawDay } from "./parts/draw-day.js";
import { drawInvitation, drawScene, isInvited } from "./parts/draw-scenes.js";
import { drawFoot } from "./parts/draw-foot.js";
import { drawSlides, hasSlides, keepOnly, loadSlides, noteFit, tooLong, unshown } from "./parts/slides.js";
import { askToFit, byId, fitAll, fitIfAsked, keepFitting, put } from "./parts/dom.js";

const clock = new BoxClock();
const state = { plan: null, daemon: null, lostSince: null, drawn: null, scene: "waiting", invitation: null };
// Of the files that this page is; where the server has not written it into the page, that of the first plan.
let version = document.documentElement.dataset.version ?? null;
let received = 0, newest = { connection: null, order: 0 };
let drawnPlan = null, drawnWords = null, drawnScene = null;

const handlers = {
  plan: async (message, connection) => {
    if (connection === newest.connection && message.order < newest.order) return;  // An older one that came later.
    newest = { connection, order: message.order };
    // First: a plan of another version may be one that this page cannot read.
    if (message.version) version ??= message.version;
    if (message.version && message.version !== version) reload(message.version);
    clock.set(message.now);
    const number = ++received;
    const plan = readPlan(message);
    await Promise.all([loadTexts(plan.look.languages), loadSlides(plan)]);
    if (number !== received) return;  // A newer plan overtook it.
    use(plan);
  },
  clock: (message) => clock.set(message.now),
  daemon: (message) => { state.daemon = message },
};
const stream = new Stream("/api/display/events", handlers);

/** Draws by a new plan. If that fails, the last one stays in use. */
function use(plan) {
  const last = state.plan;
  state.plan = plan;
  try {
    draw(clock.now());
  } catch (error) {
    state.plan = last;
    throw error;
  }
  keepOnly(plan);
  tick();
}

const RELOADED = "reloaded for";

/**
 * Loads the page again, once the server answers: a reload into nothing would leave the browser's error page. For each version it does so
 * once: where something between box and browser keeps the old page, it would do so for ever.
 */
async function reload(wanted) {
  try {
    if (sessionStorage.getItem(RELOADED) === wanted) return;
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    sessionStorage.setItem(RELOADED, wanted);
    location.reload();
  } catch { /* The next plan tries again. */ }
}

/** Draws the page as it is at the box's present second. */
function draw(now) {
  const { plan } = state;
  const words = wordsAt(plan, now);
  const scene = sceneAt(plan, now);
  const usual = hasSlides(plan, scene, now) ? scene.scene : "day";
  if (state.invitation?.until <= now) state.invitation = null;
  const shown = isInvited(state.invitation, usual) ? "setup" : usual;
  const turned = drawnWords !== null && drawnWords !== words;
  const root = document.documentElement;
  if (drawnWords !== words || drawnPlan !== plan) look(plan, words);
  put(root, "scene", shown);
  state.scene = shown;
  state.lostSince = stream.silentSince(clock);

  drawDay(plan, words, now, shown);
  drawScene(plan, words, now, scene);
  drawInvitation(plan, words, state.invitation);
  drawFoot(state, words, now, scene);
  if (shown === scene.scene) drawSlides(plan, scene, now);
  if (drawnWords !== words || drawnPlan !== plan || drawnScene !== shown) askToFit();
  fitIfAsked();
  noteFit(shown === scene.scene ? scene : {});
  if (turned) turn();
  drawnWords = words;
  drawnPlan = plan;
  drawnScene = shown;
}

/** Language, direction, colours, name: what changes with the plan or the language. */
function look(plan, words) {
  const root = document.documentElement;
  root.lang = words.language;
  root.dir = words.texts.direction;
  put(root, "digits", plan.look.digits);
  for (const [name, colour] of Object.entries(plan.look.colours ?? {})) root.style.setProperty(`--${name}`, colour);
  document.title = plan.mosque.name ?? "adhand";
}

/** A change of language comes up slowly: the page may have turned round. */
function turn() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  byId("day").animate([{ opacity: 0 }, { opacity: 1 }], { duration: 900, easing: "ease-out" });
}

let timer = null;

/** Draws now, and again at the box's next second. */
function tick() {
  clearTimeout(timer);
  const now = clock.now();
  try {
    if (state.plan) {
      draw(now);
      requestAnimationFrame(() => { state.drawn = clock.now() });
    }
  } catch (error) {
    console.error(error);  // `drawn` stands still, and the box sees it.
  }
  timer = setTimeout(tick, clock.untilNextSecond());
}

keepFitting();
document.fonts.addEventListener("loadingdone", fitAll);
tick();
if (window.parent === window) follow();
else preview();

/** Follows the box. */
function follow() {
  for (const face of document.fonts) face.load().catch(() => {});  // all of them: later there may be no server
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stream.reopen() });  // a telephone slept
  stream.open();
  setInterval(async () => {
    const invitation = await beat({ version, scene: state.scene, drawn: state.drawn, unshown: unshown(), cut: tooLong() });
    if (invitation !== undefined) state.invitation = invitation;
  }, 10_000);
}

/** Draws the plans that the committee's page sends. It has this page in a frame; the policy of the answer lets no other site do so. */
function preview() {
  addEventListener("message", ({ origin, data }) => {
    if (origin === location.origin && data?.plan) handlers.plan(data.plan, null).catch(console.error);
  });
  window.parent.postMessage("ready", location.origin);
}
