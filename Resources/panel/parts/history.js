// The view *History*: what was missed and why, a month of the ledger, and who changed which setting.

import { attempt } from "../panel.js";
import { day, format } from "./dates.js";
import { button, english, make } from "./dom.js";
import { ask } from "./server.js";
import { isolated, say, sayOr } from "./words.js";

export const hasStyles = true;

const PROBLEMS = ["missed", "interrupted"];

export async function draw(main, session, month = "") {
  const facts = await attempt(() => ask(`history${month && `?month=${month}`}`));
  if (!facts) return;
  const wrong = facts.rows.filter(({ state }) => PROBLEMS.includes(state));
  const turn = (steps) => draw(main, session, moved(facts.month, steps));
  main.replaceChildren(
    make("h1", say("history")),
    turning(monthName(facts.month), turn),
    ...(facts.since > `${facts.month}-01` ? [make("p", say("before_start", { day: isolated(day(facts.since)) }), "soft")] : []),
    ...(wrong.length || (facts.since && facts.since.slice(0, 7) <= facts.month) ? [make("h2", say("missed_title")), wrong.length ? list(wrong) : make("p", say("none_missed"), "soft")] : []),
    make("h2", say("all_rows")),
    facts.rows.length ? table(facts) : make("p", say("no_rows"), "soft"),
    ...(facts.strange ? [make("p", say("strange_rows", { count: facts.strange }), "bad")] : []),
    file(facts.month),
    make("h2", say("changes")),
    ...(facts.problem ? [english(facts.problem, "soft")] : []),
    facts.changes.length ? changes(facts.changes) : make("p", say("no_changes"), "soft"),
  );
}

/** The month so many months later. */
function moved(month, steps) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
}

const monthName = (month) => format(`${month}-01`, { month: "long", year: "numeric" });

function turning(title, turn) {
  return make("div", "", "orders turning", button(say("month_before"), () => turn(-1), "plain"), make("p", title), button(say("month_after"), () => turn(1), "plain"));
}

/** The occasion as people call it. */
const title = (occasion) => sayOr(`prayer_${occasion.replace(/^adhan-/, "")}`, occasion);
const state = (row) => sayOr(`state_${row.state}`, row.state);

function list(rows) {
  const element = make("ul", "", "list");
  for (const row of rows) {
    const item = make("li", "", "", make("p", `${row.date} · ${title(row.occasion)} ${row.due_at.slice(11, 16)} · ${state(row)}`));
    if (row.reason) item.append(english(row.reason, "soft"));
    element.append(item);
  }
  return element;
}

function table({ rows, placeholder }) {
  const head = make("tr", "", "", ...["day", "prayer", "time", "outcome"].map((key) => {
    const cell = make("th", say(`column_${key}`));
    cell.scope = "col";
    return cell;
  }));
  const body = make("tbody", "", "", ...rows.map((row) => {
    const outcome = make("td", state(row));
    if (row.recording === placeholder) outcome.append(make("p", say("placeholder"), "soft"));
    const more = [row.reason, row.who].filter(Boolean).join(" · ");
    if (more) outcome.append(english(more, "soft"));
    return make("tr", "", "", make("td", row.date.slice(5)), make("td", title(row.occasion)), make("td", row.due_at.slice(11, 16)), outcome);
  }));
  const element = make("div", "", "scroll", make("table", "", "", make("thead", "", "", head), body));
  element.tabIndex = 0;
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", say("all_rows"));
  return element;
}

function file(month) {
  const link = make("a", say("csv"), "button");
  link.href = `api/history.csv?month=${month}`;
  link.download = "";
  return make("p", "", "file", link);
}

function changes(all) {
  const element = make("ul", "", "list");
  for (const { key, value, who, at } of all) {
    const item = make("li", "", "", make("p", `${isolated(at.slice(0, 16).replace("T", " "))} · ${isolated(who)}`, "soft"));
    item.append(english(key === "panel" ? value ?? "" : `${key}: ${value ?? "as in the config"}`));
    element.append(item);
  }
  return element;
}
