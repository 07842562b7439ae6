// The view *Screen*: announcements, pictures and the look of the display's page. The preview is that page itself, in a frame.

import { attempt, tell } from "../panel.js";
import { button, byId, englishList, make } from "./dom.js";
import { ask, order, upload } from "./server.js";
import { mark, save, watch } from "./saving.js";
import { languages as names, say } from "./words.js";
import { smaller } from "./picture.js";
import { sceneAt } from "../screen/parts/plan.js";

/** The scenes that the preview offers, in the order of a prayer. */
const SCENES = ["day", "adhan", "until-iqama", "phones-off", "prayer", "khutbah", "after-prayer", "slides", "night"];
/** How far ahead a scene is looked for, and in which steps, in seconds. */
const AHEAD = 8 * 86_400, STEP = 30;
/** The most that the config takes. */
const MOST = 32, LONGEST_TEXT = 240;

/** The values of the fields, by part of the view. Each part sets its own. */
let facts, changes, frame;

export const hasStyles = true;

export async function draw(main, session) {
  const answer = await attempt(() => ask("screen"));
  if (!answer) return;
  facts = answer;
  changes = {};
  const parts = [make("h1", say("screen")), ...preview()];
  if (facts.isFixed) parts.push(make("p", say("screen_fixed")));
  parts.push(part("announcements", ...announcements(main, session)));
  if (session.role !== "volunteer") parts.push(part("pictures", ...pictures(main, session)));
  if (session.role === "caretaker") parts.push(part("look", ...look(main, session)));
  main.replaceChildren(make("section", "", "screen", ...parts));
}

/** Saves a part. What the fields of the other parts say stays; only a way back draws the view anew. */
async function keep(main, session, name) {
  let isSaved = false;
  const screen = { [name]: changes[name]() }, part = main.querySelector(`.part.${name}`);
  // Until the answer is there, a person may change more.
  delete part.dataset.changed;
  const answer = await save(`screen/${name}`, { base: facts.revision, screen }, () => {
    if (isSaved) return draw(main, session);
    isSaved = true;
  });
  if (!answer) return mark(part);
  facts.revision = answer.revision;
}

/** A part of the view that is saved on its own. */
function part(name, ...children) {
  const element = watch(make("section", "", `part ${name}`, ...children));
  const observer = new MutationObserver(() => mark(element));
  for (const list of element.querySelectorAll(".list, .behind")) observer.observe(list, { childList: true });
  return element;
}

const keepButton = (main, session, name) => {
  const one = button(say("save"), () => keep(main, session, name));
  one.disabled = facts.isFixed;
  return one;
};

// Fields

/** A labelled element of a form: an input, a select or a textarea. */
function labelled(label, element) {
  return make("label", label, "", element);
}

function input(type, value, attributes = {}) {
  const element = make("input");
  for (const [key, one] of Object.entries({ type, ...attributes })) element.setAttribute(key, one);
  element.value = value ?? "";
  return element;
}

function select(pairs, value) {
  const element = make("select");
  for (const [key, text] of pairs) element.append(Object.assign(make("option", text), { value: key }));
  element.value = value ?? "";
  return element;
}

/** The first and the last day of an announcement or a picture. */
function days(from, until) {
  return make("div", "", "days", labelled(say("screen_from"), from), labelled(say("screen_until"), until));
}

/** A list whose items can be added and removed. `item` makes the element of one, with a `read` of its values. */
function listOf(values, item, className) {
  const list = make("ul", "", `list ${className}`);
  const add = (value) => {
    const element = make("li");
    const { parts, read } = item(value, element, list);
    element.append(...parts);
    element.read = read;
    list.append(element);
    return element;
  };
  values.forEach(add);
  return { list, add, read: () => [...list.children].map((element) => element.read()) };
}

function removeButton(element, name) {
  const one = button(say("remove"), () => {
    const next = element.nextElementSibling ?? element.previousElementSibling;
    element.remove();
    next?.querySelector("input, select, textarea, button")?.focus();
  }, "danger");
  if (name) one.setAttribute("aria-label", `${say("remove")}: ${name}`);
  return one;
}

// Announcements

function announcements(main, session) {
  const { list, add, read } = listOf(facts.screen.announcements ?? [], announcement, "announcements");
  changes.announcements = read;
  const more = button(say("screen_add_announcement"), () => {
    if (list.children.length < MOST) add({ text: "" }).querySelector("textarea").focus();
  }, "plain");
  return [
    make("h2", say("screen_announcements")), make("p", say("screen_announcement_words"), "soft"), list,
    make("div", "", "orders", more, button(say("screen_show"), () => show(), "plain"), keepButton(main, session, "announcements")),
  ];
}

function announcement(value, element, list) {
  const text = make("textarea");
  Object.assign(text, { value: value.text, maxLength: LONGEST_TEXT, rows: 2, dir: "auto" });
  const language = select([["", say("screen_all_languages")], ...facts.languages.map((code) => [code, names[code] ?? code])], value.language);
  const [from, until] = [input("date", value.from), input("date", value.until)];
  const read = () => ({
    text: text.value.replace(/\s+/g, " ").trim(), language: language.value || null, from: from.value || null, until: until.value || null,
    days: value.days ?? null,
  });
  const parts = [labelled(say("screen_announcement"), text), labelled(say("screen_text_language"), language), days(from, until)];
  if (value.days) parts.push(make("p", say("screen_only_on", { days: value.days.join(", ") }), "soft"));
  const again = button(say("screen_other_language"), () => {
    if (list.children.length >= MOST) return;
    const copy = make("li");
    const made = announcement({ ...read(), text: "" }, copy, list);
    copy.append(...made.parts);
    copy.read = made.read;
    element.after(copy);
    copy.querySelector("textarea").focus();
  }, "plain");
  parts.push(make("div", "", "orders", again, removeButton(element, value.text)));
  return { parts, read };
}

// Pictures

function pictures(main, session) {
  const { list, add, read } = listOf(facts.screen.pictures ?? [], picture, "pictures");
  changes.pictures = read;
  const parts = [make("h2", say("screen_pictures")), make("p", say("screen_picture_words"), "soft")];
  if (facts.others.length) parts.push(make("p", say("screen_other_pictures", { names: facts.others.join(", ") }), "soft"));
  parts.push(list, chooser(say("screen_add_picture"), (file) => add({ file, place: "slides" })));
  parts.push(make("div", "", "orders", button(say("screen_show"), () => show("slides"), "plain"), keepButton(main, session, "pictures")));
  return parts;
}

function picture(value, element) {
  const place = select([["slides", say("screen_beside_times")], ["after-prayer", say("screen_scene_after-prayer")]], value.place);
  const [from, until] = [input("date", value.from), input("date", value.until)];
  const seconds = input("number", value.seconds, { min: 3, max: 600, inputmode: "numeric", placeholder: "15" });
  const read = () => ({
    file: value.file, place: place.value, from: from.value || null, until: until.value || null, days: value.days ?? null,
    seconds: seconds.value ? Math.round(Number(seconds.value)) : null,
  });
  const move = (text, action) => {
    const one = button("", () => { action(); one.focus() }, "plain");
    one.append(text === "up" ? "↑" : "↓");
    one.setAttribute("aria-label", say(`screen_move_${text}`));
    return one;
  };
  const up = move("up", () => element.previousElementSibling?.before(element));
  const down = move("down", () => element.nextElementSibling?.after(element));
  const parts = [thumbnail(value.file), labelled(say("screen_shown"), place), days(from, until), labelled(say("screen_seconds"), seconds)];
  if (value.days) parts.push(make("p", say("screen_only_on", { days: value.days.join(", ") }), "soft"));
  parts.push(make("div", "", "orders", up, down, removeButton(element)));
  return { parts, read };
}

function thumbnail(file) {
  const image = make("img", "", "thumbnail");
  Object.assign(image, { alt: say("screen_picture"), loading: "lazy", src: `api/screen/picture?file=${encodeURIComponent(file)}` });
  return image;
}

/** A field for a picture, which is made smaller here and then uploaded. */
function chooser(label, use) {
  const field = input("file", "", { accept: "image/png,image/jpeg,image/webp" });
  field.addEventListener("change", async () => {
    const [chosen] = field.files;
    if (!chosen) return;
    field.disabled = true;
    tell(say("screen_uploading"));
    await attempt(async () => {
      use((await upload("screen/upload", await smaller(chosen))).file);
      tell(say("screen_uploaded"));
    });
    field.disabled = false;
    field.value = "";
  });
  return labelled(label, field);
}

// Look

function look(main, session) {
  const { languages, ground, ink, gold, states, background } = facts.screen.look;
  const all = facts.languages.map((code) => [code, names[code] ?? code]);
  const [first, second] = [select(all, languages[0]), select([["", say("screen_none")], ...all], languages[1])];
  const colours = { ground: input("color", ground), ink: input("color", ink), gold: input("color", gold) };
  const boxes = facts.states.map((state) => {
    const box = input("checkbox", state);
    box.checked = states.includes(state);
    return box;
  });
  let behind = background;
  const shown = make("div", "", "behind");
  const drawBehind = () => shown.replaceChildren(...(behind
    ? [thumbnail(behind), button(say("remove"), () => { behind = ""; drawBehind() }, "danger")]
    : [make("p", say("screen_no_background"), "soft")]));
  drawBehind();
  changes.look = () => ({
    languages: [...new Set([first.value, second.value])].filter(Boolean), states: boxes.filter((box) => box.checked).map((box) => box.value),
    ground: colours.ground.value, ink: colours.ink.value, gold: colours.gold.value, background: behind,
  });
  const group = (title, ...parts) => make("fieldset", "", "", make("legend", say(`screen_${title}`)), ...parts);
  return [
    make("h2", say("screen_look")),
    group("languages", labelled(say("screen_language_1"), first), labelled(say("screen_language_2"), second)),
    group("colours", ...Object.entries(colours).map(([name, field]) => labelled(say(`screen_colour_${name}`), field))),
    group("states", make("p", say("screen_states_words"), "soft"), ...boxes.map((box) => make("label", "", "check", box, say(`screen_scene_${box.value}`)))),
    group("background", make("p", say("screen_background_words"), "soft"), shown, chooser(say("screen_choose_background"), (file) => { behind = file; drawBehind() })),
    make("div", "", "orders", button(say("screen_show"), () => show("day"), "plain"), keepButton(main, session, "look")),
  ];
}

// Preview

function preview() {
  frame = make("iframe", "", "frame");
  frame.title = say("screen_preview");
  frame.hidden = true;
  const scene = select(SCENES.map((name) => [name, say(`screen_scene_${name}`)]), "day");
  scene.id = "preview-scene";
  return [
    make("h2", say("screen_preview")), make("p", say("screen_preview_words"), "soft"), labelled(say("screen_scene"), scene),
    button(say("screen_show"), () => show(scene.value), "plain"), frame,
  ];
}

/** Shows the page as it would be with what the fields say. */
async function show(scene) {
  const screen = Object.fromEntries(Object.entries(changes).map(([name, read]) => [name, read()]));
  const answer = await attempt(() => order("screen/preview", { screen }));
  if (!answer) return;
  const wanted = scene ?? byId("preview-scene").value;
  byId("preview-scene").value = wanted;
  const moment = momentOf(answer.plan, wanted);
  tell(moment === null ? say("screen_no_scene", { scene: say(`screen_scene_${wanted}`) }) : "");
  if (answer.problems.length) byId("told").append(englishList(answer.problems.slice(0, 3)));
  await ready();
  frame.contentWindow.postMessage({ plan: { ...answer.plan, now: moment ?? answer.plan.now } }, location.origin);
  frame.scrollIntoView({ block: "nearest" });
}

/** The first moment from now on that shows the scene, and one second of it; null where none does. */
function momentOf(plan, wanted) {
  const from = Math.floor(plan.now);
  for (let moment = from; moment < from + AHEAD; moment += STEP) {
    if (sceneAt(plan, moment).scene === wanted) return moment + 1;
  }
  return null;
}

/** Loads the page into the frame, at first; then it is there. */
function ready() {
  frame.hidden = false;
  if (frame.src) return frame.loaded;
  frame.loaded = new Promise((done) => {
    addEventListener("message", function hear({ origin, data, source }) {
      if (origin !== location.origin || source !== frame.contentWindow || data !== "ready") return;
      removeEventListener("message", hear);
      done();
    });
  });
  frame.src = "screen/";
  return frame.loaded;
}
