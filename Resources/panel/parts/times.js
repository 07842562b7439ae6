// The view *Times*: the timetable in use, an upload of another one, and those that wait to be confirmed.

import { attempt, tell } from "../panel.js";
import { day, phoneDay } from "./dates.js";
import { button, byId, english, make } from "./dom.js";
import { SLOW, ask, order, upload } from "./server.js";
import { save } from "./saving.js";
import { isolated, say } from "./words.js";
import { drawFinding, yearWords } from "./times-finding.js";

/** In bytes, as the box has it. */
const LARGEST = 4 << 20;

export const hasStyles = true;

export async function draw(main, session) {
  const times = await attempt(() => ask("times"));
  if (!times) return;
  const look = (finding) => show(main, session, finding);
  main.replaceChildren(
    make("h1", say("times_title")),
    make("h2", say("times_in_use")), ...inUse(times),
    ...(times.isFixed ? [make("p", say("times_fixed"))] : uploading(main, look)),
    ...waiting(times, look),
  );
}

function inUse({ file, source, last, endsSoon, unreadable, years, faults }) {
  if (unreadable) return [make("p", say("times_in_use_unknown")), english(unreadable, "soft")];
  if (!file) return [make("p", say("times_in_use_other", { source: sourceWords(source) }))];
  const words = !last ? "times_ended" : endsSoon ? "times_ends_soon" : "times_until";
  const parts = [make("p", say("times_in_use_file"), "", " ", make("bdi", file)), make("p", say(words, { last: last && day(last) }), `light ${last && !endsSoon ? "good" : "bad"}`)];
  if (years.length) parts.push(make("p", years.map(yearWords).join(" · "), "soft"));
  if (faults.count) {
    const list = make("ul", "", "list", ...faults.first.map(({ place, words }) => english(`${place}: ${words}`, "", "li")));
    parts.push(make("details", "", "", make("summary", say("times_faults", { count: faults.count })), list));
  }
  return parts;
}

/** The names of the sources; the box's own calculation has no name. */
const sourceWords = (source) => source.split(", ").map((name) => name === "calculation" ? say("times_source_calculation") : name).join(", ");

function uploading(main, look) {
  const input = make("input");
  Object.assign(input, { type: "file", name: "file", required: true, accept: ".xlsx,.ods,.csv,.tsv,.txt,.ics,.json" });
  // A message about another file would cover the button.
  input.addEventListener("change", () => tell(""));
  const submit = make("button", say("times_look"));
  const form = make("form", "", "upload", make("label", say("times_file"), "", input), submit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [file] = input.files;
    if (!file) return;
    if (file.size > LARGEST) return tell(say("times_too_large"));
    submit.disabled = true;
    await attempt(async () => {
      tell(say("times_reading"));
      const finding = await upload(`times/upload?name=${encodeURIComponent(file.name)}`, file);
      tell("");
      look(finding);
    });
    submit.disabled = false;
  });
  return [make("h2", say("times_upload")), make("p", say("times_upload_words"), "soft"), form];
}

function waiting({ uploads }, look) {
  if (!uploads.length) return [];
  const list = make("ul", "", "list");
  for (const { id, name, by, at, year, columns } of uploads) {
    list.append(make("li", "", "", make("p", "", "", make("bdi", name)), make("p", say("times_uploaded_by", { name: isolated(by), day: isolated(phoneDay(at)) }), "soft"),
      button(say("times_look"), () => attempt(async () => look(await order("times/read", { id, year, columns }, SLOW))), "plain")));
  }
  return [make("h2", say("times_waiting")), list];
}

/** Shows what was read of an upload, and what a person may do with it. */
function show(main, session, finding) {
  const { id } = finding.upload;
  const back = () => draw(main, session);
  drawFinding(main, finding, {
    back,
    read: ({ year, columns }) => attempt(async () => {
      tell(say("times_reading"));
      const next = await order("times/read", { id, year, columns }, SLOW);
      tell("");
      show(main, session, next);
    }),
    drop: () => attempt(async () => {
      await order("times/drop", { id });
      await back();
      tell(say("times_dropped"));
    }),
    confirm: (choice) => {
      const { year, columns } = finding.upload;
      return save("times/confirm", { id, year, columns, base: finding.base, ...choice }, back);
    },
  });
  if (!main.isConnected) return;
  byId("main").focus();
  scrollTo(0, 0);
}
