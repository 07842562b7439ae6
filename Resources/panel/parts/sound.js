// The view *Sound*: the recordings, which is for which prayer, how loud, on which card, and a test that is heard.

import { attempt, mayLeave, tell } from "../panel.js";
import { day } from "./dates.js";
import { button, choice, english, field, form, make } from "./dom.js";
import { save, watch } from "./saving.js";
import { ask, order, upload } from "./server.js";
import { isolated, say } from "./words.js";

export const hasStyles = true;

const LARGEST = 32 << 20;
/** How long an upload and its check may take: a phone may have slow Wi-Fi. */
const UPLOAD_PATIENCE = 300_000;
const PRAYERS = ["fajr", "dhuhr", "asr", "maghrib", "isha"];

export async function draw(main, session) {
  const facts = await attempt(() => ask("sound"));
  if (facts) show(main, session, facts);
}

function show(main, session, facts) {
  const mayChange = session.role === "caretaker" && !facts.isFixed;
  const again = () => draw(main, session);
  const parts = [make("h1", say("sound"))];
  if (facts.isFixed) parts.push(make("p", say("sound_fixed")));
  for (const problem of facts.problems) parts.push(english(problem, "bad"));
  parts.push(make("h2", say("recordings")), list(facts, mayChange, again));
  if (mayChange) parts.push(uploading(again));
  parts.push(make("h2", say("in_use")));
  parts.push(mayChange ? settings(facts, again) : summary(facts));
  parts.push(make("h2", say("sound_test")), make("p", say("sound_test_words"), "soft"), trial(facts));
  main.replaceChildren(...parts);
}

/** A length as minutes and seconds. */
function length(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function figures({ duration_ms, loudness_lufs, true_peak_dbtp, channels, rate, bit_rate_kbps }) {
  const parts = [length(duration_ms)];
  if (loudness_lufs !== undefined) parts.push(`${loudness_lufs.toFixed(1)}\u00a0LUFS`);
  if (true_peak_dbtp !== undefined) parts.push(`${true_peak_dbtp.toFixed(1)}\u00a0dBTP`);
  parts.push(say(channels === 1 ? "mono" : "stereo"), `${(rate / 1000).toFixed(1)}\u00a0kHz`, `${bit_rate_kbps}\u00a0kbit/s`);
  return parts.map(isolated).join(" · ");
}

function list({ recordings, choices }, mayChange, again) {
  if (!recordings.length) return make("p", say("no_recordings"), "soft");
  const rows = make("ul", "", "list recordings");
  for (const { file, title, who, at, facts, remarks } of recordings) {
    const row = make("li", "", "", make("h3", title), make("p", figures(facts), "soft"));
    row.append(make("p", say("uploaded_by", { who: isolated(who), day: isolated(day(at.slice(0, 10))) }), "soft"));
    for (const remark of remarks) row.append(make("p", say(`remark_${remark}`), "bad"));
    row.append(player(file, title));
    if (mayChange && !Object.values(choices.recordings).includes(file)) {
      const remove = () => confirm(say("remove_sure", { name: title })) && mayLeave() && attempt(async () => {
        await order("sound/remove", { file });
        await again();
      });
      const element = button(say("remove"), remove, "danger");
      element.setAttribute("aria-label", `${say("remove")}: ${title}`);
      row.append(element);
    }
    rows.append(row);
  }
  return rows;
}

function player(file, title) {
  const audio = make("audio");
  audio.controls = true;
  audio.preload = "none";
  audio.src = `api/sound/recording?file=${encodeURIComponent(file)}`;
  audio.setAttribute("aria-label", say("listen_to", { name: title }));
  return audio;
}

function uploading(again) {
  const input = field("file", say("recording_file"), { type: "file", accept: ".mp3,audio/mpeg" });
  return form(say("upload"), [input, make("p", say("upload_words"), "soft")], ({ file }) => attempt(async () => {
    if (file.size > LARGEST) return tell(say("error_too-large"));
    if (!mayLeave()) return;
    tell(say("uploading"));
    const { title } = await upload(`sound/upload?name=${encodeURIComponent(file.name)}`, file, UPLOAD_PATIENCE);
    await again();
    tell(say("uploaded", { name: title }));
  }));
}

const levelName = (name) => say(name === "usual" ? "usual_volume" : `prayer_${name}`);
const slotName = (name) => say(name in { adhan: 1, dua: 1, dua_fajr: 1 } ? `slot_${name}` : `prayer_${name}`);

/** The names of recordings in use. */
const titles = (inUse) => inUse.map(({ description, isPlaceholder }) => isPlaceholder ? say("placeholder") : isolated(description)).join(", ") || say("none");

function settings(facts, again) {
  const { choices, slots, levels, cards, devices } = facts;
  const recordings = slots.map(({ name, inUse }) => {
    const chosen = choices.recordings[name] ?? "";
    const known = facts.recordings.map(({ file, title }) => [file, title]);
    if (chosen && !known.some(([file]) => file === chosen)) known.push([chosen, titles(inUse)]);
    const left = chosen ? say("as_box") : say("as_box_is", { name: titles(inUse) });
    return picked(choice(`recording ${name}`, slotName(name), [["", left], ...known]), chosen);
  });
  const volumes = levels.map(({ name, percent, setBy }) => {
    const attributes = { type: "number", min: 0, max: 100, step: 1, inputmode: "numeric", placeholder: Math.round(percent) };
    const label = field(`volume ${name}`, levelName(name), attributes);
    const input = label.querySelector("input");
    input.required = false;
    input.value = choices.volumes[name] ?? "";
    if (setBy) label.append(make("span", say("volume_set_by", { who: setBy }), "bad"));
    return label;
  });
  const names = cards.map(({ name, title }) => [name, title ? `${title} (${name})` : name]);
  if (choices.device && !cards.some(({ name }) => name === choices.device)) names.push([choices.device, choices.device]);
  const left = choices.device ? say("as_box") : say("as_box_is", { name: devices.join(", ") });
  const card = picked(choice("device", say("card"), [["", left], ...names]), choices.device ?? "");
  const parts = [group(say("recordings_by_prayer"), recordings), group(say("volumes"), [make("p", say("volume_words"), "soft"), ...volumes]), group(say("card"), [card])];
  if (facts.away) parts.push(english(facts.away, "bad"));
  return watch(form(say("save"), parts, (given) => attempt(async () => {
    const wanted = { recordings: {}, volumes: {} };
    for (const [key, value] of Object.entries(given)) {
      const [kind, name] = key.split(" ");
      if (value === "") continue;
      if (kind === "recording") wanted.recordings[name] = value;
      else if (kind === "volume") wanted.volumes[name] = Number(value);
      else wanted.device = value;
    }
    await save("sound", { base: facts.revision, choices: wanted }, again);
  })));
}

function group(title, parts) {
  return make("fieldset", "", "", make("legend", title), ...parts);
}

function picked(label, value) {
  label.querySelector("select").value = value;
  return label;
}

function summary(facts) {
  const rows = make("ul", "", "list");
  for (const { name, inUse } of facts.slots) rows.append(make("li", `${slotName(name)}: ${titles(inUse)}`));
  for (const { name, percent } of facts.levels) rows.append(make("li", say("volume_of", { name: levelName(name), percent: Math.round(percent) })));
  rows.append(make("li", `${say("card")}: ${facts.devices.join(", ")}`));
  return rows;
}

function trial(facts) {
  const files = facts.recordings.map(({ file, title }) => [file, title]);
  const fields = [
    choice("prayer", say("with_volume_of"), PRAYERS.map((name) => [name, say(`prayer_${name}`)])),
    choice("file", say("what_sounds"), [["tone", say("tone")], ["", say("own_recording")], ...files]),
  ];
  const play = form(say("play"), fields, ({ prayer, file }) => attempt(async () => {
    tell(say("one_moment"));
    const { words, isSounding, hasEnded } = await order("sound/play", file ? { prayer, file } : { prayer });
    tell(say(isSounding ? "sounds_now" : hasEnded ? "not_heard" : "starts_now", { words: words ?? "" }));
  }));
  const stop = button(say("stop"), () => attempt(async () => { await order("stop", {}); tell(say("stopped")) }), "danger");
  const both = make("div", "", "trial", play, stop);
  return both;
}
