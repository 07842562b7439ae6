// The view *Set up*: the steps from an empty box to an adhan, and the first of them: place, method and the screen's languages.

import { attempt, attemptIn, show as open, tell } from "../panel.js";
import { day } from "./dates.js";
import { button, byId, choice, english, field, form as formOf, make } from "./dom.js";
import { mark, save, watch } from "./saving.js";
import { SLOW, ask, order } from "./server.js";
import { languages as names, say, sayOr } from "./words.js";

/** How long the form rests before tomorrow's times are asked for, and how long a phone may look for its position. */
const REST = 500, POSITION_PATIENCE = 30_000;

export const hasStyles = true;

export async function draw(main, session) {
  const state = await attempt(() => ask("setup/state"));
  if (!state) return;
  session.needsPlace = !state.form.place;
  if (state.form.place) byId("mosque").textContent = state.form.place.name;
  const wanted = { ...state.form };
  const tomorrow = make("section", "", "tomorrow");
  tomorrow.setAttribute("aria-live", "polite");
  const isFixed = (table) => state.fixed.includes(table);
  const keep = button(say("save"), () => save("setup/save", { base: state.revision, form: given(wanted, isFixed) }, () => draw(main, session)));
  const changed = follow(wanted, isFixed, tomorrow, keep);
  const method = methodPart(state, wanted, changed), doubt = make("div", "", "bad");
  const screen = languagesPart(state, wanted, changed, isFixed("display"));
  const place = placePart(state, wanted, changed, (languages) => {
    if (languages) screen.use(languages);
    doubt.replaceChildren();
    const asking = method.propose();
    changed();
    return asking;
  });
  main.replaceChildren(
    make("h1", say("setup")), make("p", say("setup_steps"), "soft"), steps(state.steps),
    ...state.problems.map((words) => english(words, "bad")),
    make("h2", say("setup_place")), ...(isFixed("place") || isFixed("calculation") ? [make("p", say("setup_fixed"))] : []), place,
    make("h2", say("setup_method")), method.element, doubt,
    make("h2", say("setup_screen")), screen.element,
    make("h2", say("setup_tomorrow")), tomorrow, keep,
  );
  changed();
  // The view is shown without waiting for them.
  if (state.form.place) attemptIn(doubt, () => method.propose(false));
}

/** The parts of the form that may change. */
const given = ({ place, calculation, languages }, isFixed) => ({
  place: isFixed("place") ? undefined : place,
  calculation: isFixed("calculation") ? undefined : calculation,
  languages: isFixed("display") ? undefined : languages,
});

function steps(all) {
  const list = make("ol", "", "steps");
  for (const { name, isDone } of all) {
    const mark = make("b", isDone ? "✓" : "○", isDone ? "done" : "");
    mark.setAttribute("aria-hidden", "true");
    const title = name === "place" ? make("span", say("setup_place_method")) : button(say(name), () => open(name), "plain");
    const words = make("p", `${say(isDone ? "setup_done" : "setup_open")} · ${say(`setup_hint_${name}`)}`, "soft");
    list.append(make("li", "", "", mark, make("div", "", "", title, words)));
  }
  return list;
}

/**
 * Asks for tomorrow's times after each change; until they are there, nothing can be saved. An answer that a newer one has overtaken is left out.
 * Without a place or a method it asks for nothing yet.
 */
function follow(wanted, isFixed, element, keep) {
  let newest = 0, timer;
  const ask = async () => {
    const number = newest, doubt = make("div", "", "bad");
    const answer = await attemptIn(doubt, () => order("setup/tomorrow", { form: given(wanted, isFixed) }));
    if (number !== newest || !element.isConnected) return;
    if (answer) drawTomorrow(element, answer);
    else element.replaceChildren(doubt);
    keep.disabled = !answer;
  };
  return () => {
    newest += 1;
    clearTimeout(timer);
    [keep.disabled, keep.hidden] = [true, !wanted.place];
    const isComplete = wanted.place && wanted.calculation;
    element.replaceChildren(make("p", isComplete ? say("setup_loading") : wanted.place ? "" : say("setup_no_place"), "soft"));
    if (isComplete) timer = setTimeout(ask, REST);
  };
}

function drawTomorrow(element, { date, hasTimetable, rows, remarks }) {
  const prayerName = (prayer) => sayOr(`prayer_${prayer}`, say("setup_sunrise"));
  const cell = (tag, text, scope) => {
    const one = make(tag, text);
    one.scope = scope;
    return one;
  };
  const columns = [["setup_time", "time"], ...(hasTimetable ? [["setup_calculated", "calculated"]] : []), ["setup_iqama", "iqama"]];
  const head = make("tr", "", "", cell("th", say("setup_prayer"), "col"), ...columns.map(([key]) => cell("th", say(key), "col")));
  const body = rows.map((row) => make("tr", "", "", cell("th", prayerName(row.prayer), "row"), ...columns.map(([, name]) => make("td", row[name] ?? "–"))));
  const table = make("table", "", "", make("caption", say("setup_tomorrow_words", { date: day(date) })), make("thead", "", "", head), make("tbody", "", "", ...body));
  element.replaceChildren(table, ...remarks.map((words) => english(words, "bad")));
}

// Place

/** @param moved is called for another place, with the languages that are proposed for it. */
function placePart(state, wanted, changed, moved) {
  const found = watch(make("div", "", "found"));
  found.setAttribute("aria-live", "polite");
  const isFixed = state.fixed.includes("place");
  const showPlace = (near) => {
    const { name, latitude, longitude, timezone } = wanted.place;
    const label = field("place", say("setup_mosque"), { maxlength: 60 });
    const input = label.querySelector("input");
    [input.value, input.disabled] = [name, isFixed];
    input.addEventListener("input", () => {
      wanted.place.name = input.value.trim() || name;
      changed();
    });
    const point = make("bdi", `${latitude}, ${longitude} · ${timezone}`);
    found.replaceChildren(label, make("p", "", "soft", point, ...(near ? [` · ${say("setup_near", { city: near })}`] : [])));
  };
  let newest = 0;
  /** An answer that a newer search has overtaken is left out. */
  const search = (text, number) => attempt(async () => {
    const own = ++newest;
    // Until one is found there is nothing to save: an earlier place could be taken for the one that was sought.
    wanted.place = undefined;
    found.replaceChildren();
    delete found.dataset.changed;
    changed();
    const { place, near, languages, choices } = await order("setup/place", { text, choice: number });
    if (own !== newest) return;
    if (place) {
      wanted.place = place;
      mark(found);
      showPlace(near);
      return moved(languages);
    }
    const buttons = choices.map((title, index) => button(title, () => search(text, index + 1), "plain"));
    found.replaceChildren(make("p", say("setup_which")), make("div", "", "orders", ...buttons));
  });
  if (wanted.place) showPlace(state.near);
  if (isFixed) return found;
  const finding = formOf(say("setup_find"), [field("text", say("setup_search"), { autocomplete: "off", maxlength: 2000 })], ({ text }) => search(text));
  /** Searches the phone's position, unless another search begins before it is known. */
  const searchPosition = () => {
    const last = newest;
    return position((text) => last === newest && search(text));
  };
  const others = make("div", "", "orders", button(say("setup_position"), searchPosition, "plain"));
  if (!wanted.place && state.guess) others.append(button(say("setup_guess", { city: state.guess }), () => search(state.guess), "plain"));
  return make("div", "", "place", finding, others, found);
}

/** Searches the place where the phone is. */
const position = (search) => new Promise((done) => {
  if (!window.isSecureContext || !navigator.geolocation) {
    tell(say("setup_no_position"));
    return done();
  }
  const found = ({ coords }) => done(search(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`));
  const lost = ({ code, PERMISSION_DENIED }) => {
    tell(say(code === PERMISSION_DENIED ? "setup_position_refused" : "setup_no_position"));
    done();
  };
  navigator.geolocation.getCurrentPosition(found, lost, { enableHighAccuracy: true, timeout: POSITION_PATIENCE });
});

// Method

/** The part with its proposals. `propose` asks for those of the place; until those of another place are there, no method is chosen. */
function methodPart(state, wanted, changed) {
  const isFixed = state.fixed.includes("calculation");
  const element = watch(make("div", "", "method"));
  const authority = (name) => state.methods.find((one) => one.name === name)?.authority ?? name;
  let proposals = [], newest = 0, isChosen = Boolean(state.form.place);
  /** Asks for proposals. Undefined where a newer question has overtaken the answer. */
  const asked = async (path, patience) => {
    const number = ++newest;
    const answer = await order(path, { form: { place: wanted.place } }, patience);
    return number === newest ? answer : undefined;
  };
  const take = (calculation) => {
    [wanted.calculation, isChosen] = [calculation, true];
    mark(element);
    redraw();
    changed();
  };
  const redraw = () => element.replaceChildren(
    make("p", say("setup_scholars"), "soft"),
    ...(state.hasTimetable ? [make("p", say("setup_method_timetable"), "soft")] : []),
    ...(wanted.calculation ? [make("p", words(wanted.calculation, authority), "light")] : []),
    ...(isFixed ? [] : [...proposals.map((one) => proposal(one, wanted, authority, take)), ...comparing(), choosing()]),
  );
  const comparing = () => !state.hasTimetable || !wanted.place || proposals.some(({ source }) => source === "fitted") ? [] : [
    button(say("setup_fit"), () => attempt(async () => {
      tell(say("setup_fitting"));
      const answer = await asked("setup/fit", SLOW);
      if (!answer) return;
      use(answer);
      tell(proposals.some(({ source }) => source === "fitted") ? "" : say("setup_no_fit"));
    }), "plain"),
  ];
  const choosing = () => {
    // Without a method yet, a person chooses all three: those of another place are none for this one.
    const { method = "", madhab = "", highLatitude = "" } = wanted.calculation ?? chosen;
    const nothing = wanted.calculation ? [] : [["", "–"]];
    const all = state.methods.filter(({ name }) => name !== "custom" || method === "custom").map(({ name, authority }) => [name, authority]);
    const fields = [
      picked("method", say("setup_authority"), [...nothing, ...all], method),
      picked("madhab", say("setup_school"), [...nothing, ...state.schools.map((name) => [name, say(`setup_school_${name}`)])], madhab),
      picked("highLatitude", say("setup_rule"), [...nothing, ...state.rules.map((name) => [name, say(`setup_rule_${name}`)])], highLatitude),
    ];
    const fold = make("details", "", "", make("summary", say("setup_choose")), ...fields);
    fold.open = wasOpen;
    fold.addEventListener("toggle", () => { wasOpen = fold.open });
    const source = state.methods.find((one) => one.name === method)?.source;
    if (source) fold.append(english(source, "soft"));
    fold.addEventListener("change", ({ target }) => {
      // The mosque's own minutes belong to the method that they were found with.
      const fresh = target.name === "method" || !wanted.calculation ? { ramadanIsha: true, offsets: {}, custom: undefined } : {};
      chosen = { ...(wanted.calculation ?? chosen), ...fresh, [target.name]: target.value };
      if (!chosen.method || !chosen.madhab || !chosen.highLatitude) return;
      take(chosen);
      element.querySelector(`[name=${target.name}]`).focus();
    });
    return fold;
  };
  let wasOpen = false, chosen = {};
  const use = (answer) => {
    const before = JSON.stringify(wanted.calculation);
    proposals = answer;
    if (!isChosen) wanted.calculation = proposals[0]?.calculation;
    redraw();
    if (JSON.stringify(wanted.calculation) !== before) changed();
  };
  const propose = async (isMoved = true) => {
    if (isFixed) return;
    // A method that was chosen for another place is none for this one.
    if (isMoved) {
      [isChosen, chosen] = [false, {}];
      use([]);
    }
    const answer = await asked("setup/methods");
    if (answer) use(answer);
  };
  redraw();
  return { element, propose };
}

function picked(name, label, pairs, value) {
  const element = choice(name, label, pairs);
  element.querySelector("select").value = value;
  return element;
}

/** A calculation in words: who has decided it, Asr, the rule, and the mosque's own numbers. */
function words({ method, madhab, highLatitude, offsets, custom }, authority) {
  const parts = [authority(method), say(`setup_school_${madhab}`), say(`setup_rule_${highLatitude}`)];
  if (custom) parts.push(`Fajr ${custom.fajr}°`, custom.ishaMinutes === undefined ? `Isha ${custom.isha}°` : `Isha +${custom.ishaMinutes} min`);
  const minutes = Object.entries(offsets).map(([prayer, count]) => `${sayOr(`prayer_${prayer}`, say("setup_sunrise"))} ${count > 0 ? "+" : "−"}${Math.abs(count)} min`);
  return [...parts, ...minutes].join(" · ");
}

function proposal({ source, calculation, reason, spread }, wanted, authority, take) {
  const isTaken = JSON.stringify(calculation) === JSON.stringify(wanted.calculation);
  const use = button(say("setup_take"), () => take(calculation), "plain");
  use.disabled = isTaken;
  const title = say(`setup_source_${source}`, { n: spread });
  use.setAttribute("aria-label", `${say("setup_take")}: ${title}`);
  const element = make("div", "", "proposal", make("h3", title), make("p", words(calculation, authority)));
  if (reason) element.append(english(reason, "soft"));
  element.append(use);
  return element;
}

// Screen

/** The part with the screen's languages. `use` chooses those that are proposed for the place, until a person has chosen. */
function languagesPart(state, wanted, changed, isFixed) {
  const all = state.languages.map((code) => [code, names[code] ?? code]);
  const [first, second] = wanted.languages;
  const element = watch(make("div", "", "languages",
    picked("first", say("setup_language_1"), all, first), picked("second", say("setup_language_2"), [["", say("setup_none")], ...all], second ?? "")));
  const selects = [...element.querySelectorAll("select")];
  let isChosen = false;
  for (const select of selects) {
    select.disabled = isFixed;
    select.addEventListener("change", () => {
      isChosen = true;
      wanted.languages = [...new Set(selects.map(({ value }) => value))].filter(Boolean);
      changed();
    });
  }
  const use = (languages) => {
    if (isChosen) return;
    wanted.languages = languages;
    selects.forEach((select, index) => { select.value = languages[index] ?? "" });
  };
  return { element, use };
}
