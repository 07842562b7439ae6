// The view *Iqama and Friday*: when the congregation stands up, with the days ahead before anything is saved.

import { attempt, attemptIn, tell } from "../panel.js";
import { button, english, make } from "./dom.js";
import { ask, order } from "./server.js";
import { save, watch } from "./saving.js";
import { say } from "./words.js";
import { daysInWords, daysOf, faultyField, faultyWords, optionsOf, readDays, readRule, ruleOf, timesOf } from "./iqama-fields.js";
import { drawPreview } from "./iqama-preview.js";

const PRAYERS = ["fajr", "dhuhr", "asr", "maghrib", "isha"];
/** How long the form rests before its preview is asked for. */
const REST = 500;

/** Has styles of its own. */
export const hasStyles = true;

export async function draw(main) {
  const state = await attempt(() => ask("iqama"));
  if (state) drawForm(main, state);
}

function drawForm(main, state) {
  const { form, fixed } = state;
  const parts = [
    part("iqama", fixed, say("iqama_part"), PRAYERS.map((prayer) => ruleField(prayer, form.prayers[prayer] ?? {}, false, form.shared))),
    part("iqama", fixed, say("iqama_exceptions"), [
      make("p", say("iqama_exceptions_words"), "soft"),
      list("exceptions", form.exceptions, exceptionField, () => newException(state.date), say("iqama_add_exception")),
    ]),
    part("jumuah", fixed, say("iqama_friday"), [
      timesOf("khutbahs", say("iqama_khutbahs"), form.khutbahs), make("p", say("iqama_khutbahs_words"), "soft"), prayerAfter(form.fridayPrayer),
      list("fridays", form.fridays, fridayField, () => ({ when: { from: nextFriday(state.date) }, times: form.khutbahs }), say("iqama_add_friday")),
    ]),
    part("eid", fixed, say("iqama_eid"), [timesOf("fitr", say("iqama_eid_fitr"), form.fitr), timesOf("adha", say("iqama_eid_adha"), form.adha)]),
  ];
  const preview = make("section", "", "preview");
  preview.setAttribute("aria-live", "polite");
  const element = make("form", "", "iqama", ...parts, make("h2", say("iqama_preview")), preview, make("button", say("save")));
  element.noValidate = true;
  const read = () => readForm(element, form);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const faulty = faultyField(element);
    if (faulty) return refuse(faulty);
    ahead.stop();
    const isSaved = await save("iqama/save", { base: state.revision, form: read() }, () => draw(main));
    if (!isSaved && element.isConnected) ahead.show();
  });
  const warnings = state.problems.map((words) => english(words, "bad"));
  main.replaceChildren(make("h1", say("iqama_title")), ...warnings, element);
  const ahead = follow(watch(element), preview, read);
}

/** Says which field cannot be saved, and leads to it. */
function refuse(field) {
  tell(faultyWords(field));
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  field.focus();
}

/** Asks for the days by the form, now and after each change. An answer that a newer one has overtaken is left out. */
function follow(element, preview, read) {
  let newest = 0, timer;
  const show = async () => {
    const number = ++newest, faulty = faultyField(element), doubt = make("div", "", "bad");
    if (faulty) return preview.replaceChildren(make("p", faultyWords(faulty), "bad"));
    const answer = await attemptIn(doubt, () => order("iqama/preview", { form: read() }));
    if (number !== newest || !preview.isConnected) return;
    if (answer) drawPreview(preview, answer);
    else preview.replaceChildren(doubt);
  };
  const stop = () => clearTimeout(timer);
  const later = () => { stop(); timer = setTimeout(show, REST) };
  element.addEventListener("input", later);
  element.addEventListener("change", later);
  element.addEventListener("removed", later);
  show();
  return { show, stop };
}

/** A part of the form; it is only shown where the box's own config has it. */
function part(table, fixed, title, children) {
  const element = make("fieldset", "", `part ${table}`, make("legend", title), ...children);
  if (fixed.includes(table)) {
    element.disabled = true;
    element.prepend(make("p", say("iqama_fixed"), "soft"));
  }
  return element;
}

function ruleField(prayer, rule, isException, shared) {
  const element = make("fieldset", "", "rule", make("legend", say(`prayer_${prayer}`)), ...ruleOf(rule, isException, shared));
  element.dataset.prayer = prayer;
  return element;
}

/** A list whose entries can be added and removed. */
function list(name, entries, entryField, fresh, words) {
  const element = make("div", "", "entries");
  element.dataset.list = name;
  const add = (entry, isOpen) => {
    const item = make("details", "", "entry");
    item.open = isOpen;
    const remove = button(say("remove"), () => {
      item.dispatchEvent(new Event("removed", { bubbles: true }));
      const next = item.nextElementSibling;
      item.remove();
      (next?.querySelector("summary, button") ?? next)?.focus();
    }, "danger");
    const title = make("summary", say("iqama_exception"));
    item.append(title, ...entryField(entry), remove);
    item.entry = entry;
    const showDays = () => { title.textContent = daysInWords(readDays(item)) };
    item.addEventListener("input", showDays);
    showDays();
    element.insertBefore(item, more);
    return item;
  };
  const more = button(words, () => {
    const item = add(fresh(), true);
    item.querySelector("input, select").focus();
    item.dispatchEvent(new Event("input", { bubbles: true }));
  }, "plain");
  element.append(more);
  for (const entry of entries) add(entry, false);
  return element;
}

const exceptionField = ({ when, prayers, shared }) => [
  daysOf(when), ...PRAYERS.map((prayer) => ruleField(prayer, prayers[prayer] ?? {}, true, shared)),
];
const fridayField = ({ when, times }) => [daysOf(when), timesOf("times", say("iqama_khutbahs"), times)];

const newException = (date) => ({ when: { from: nextFriday(date) }, shared: {}, prayers: {} });

function nextFriday(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((12 - day.getUTCDay()) % 7 || 7));
  return day.toISOString().slice(0, 10);
}

function prayerAfter(length) {
  const pairs = [["", say("iqama_not_known")], ...["5m", "10m", "15m", "20m", "25m", "30m", "40m", "45m", "1h"].map((text) => [text, text])];
  return optionsOf("fridayPrayer", say("iqama_friday_prayer"), pairs, length ?? "");
}

function readForm(element, form) {
  const rules = (within) => Object.fromEntries([...within.querySelectorAll(":scope > .rule")]
    .map((one) => [one.dataset.prayer, readRule(one)]).filter(([, rule]) => rule !== null));
  const times = (within, name) => [...within.querySelectorAll(`[data-times="${name}"] input`)].map(({ value }) => value.trim()).filter(Boolean);
  const entries = (name) => [...element.querySelectorAll(`[data-list="${name}"] > .entry`)];
  const read = {
    shared: form.shared,
    prayers: rules(element.querySelector(".part.iqama")),
    exceptions: entries("exceptions").map((item) => ({ when: readDays(item), shared: item.entry.shared, prayers: rules(item) })),
    khutbahs: times(element, "khutbahs"),
    fridayPrayer: element.querySelector("[name=fridayPrayer]").value || undefined,
    fridays: entries("fridays").map((item) => ({ when: readDays(item), times: times(item, "times") })),
    fitr: times(element, "fitr"), adha: times(element, "adha"),
  };
  // What the box's own config fixes is sent as it came.
  const parts = { iqama: ["prayers", "exceptions"], jumuah: ["khutbahs", "fridayPrayer", "fridays"], eid: ["fitr", "adha"] };
  for (const [table, names] of Object.entries(parts)) {
    if (element.querySelector(`.part.${table}`).disabled) for (const name of names) read[name] = form[name];
  }
  return read;
}
