// The rows of the table of a day. Pure.

import { currentPrayer, wall } from "./plan.js";

/** Rows: {name, number, adhan, iqama, quiet, current, estimated, tomorrow}. Times are instants or null. Several Jumu'ahs have a number. */
export function rowsOf(plan, day, now) {
  const current = currentPrayer(day, now);
  const isTomorrow = (name, at) => (day.over?.includes(name) ?? false) && wall(plan, at).date > wall(plan, now).date;
  const rows = day.times.filter(({ name }) => isListed(plan, day, name, now)).map(({ name, begins, adhan, iqama }) => ({
    name, adhan: adhan ?? begins, iqama,
    quiet: name === "imsak" || name === "sunrise" || (name === "dhuhr" && iqama === null && day.jumuah.length > 0),
    current: name === current && !(name === "dhuhr" && day.jumuah.length > 0),
    estimated: day.estimated.includes(name), tomorrow: isTomorrow(name, begins),
  }));
  const begun = day.jumuah.findLastIndex(({ khutbah }) => khutbah <= now);
  insertAfter(rows, "dhuhr", day.jumuah.map(({ khutbah, prayer }, index) => ({
    name: "jumuah", number: day.jumuah.length > 1 ? index + 1 : null, adhan: prayer === null ? null : khutbah, iqama: prayer ?? khutbah, quiet: false,
    current: current === "dhuhr" && index === Math.max(begun, 0), estimated: false, tomorrow: isTomorrow("jumuah", khutbah),
  })));
  const extra = (name, at) => ({ name, adhan: null, iqama: at, quiet: false, current: false, estimated: false, tomorrow: isTomorrow(name, at) });
  insertAfter(rows, rows.some(({ name }) => name === "sunrise") ? "sunrise" : "fajr", day.eid.map((at) => extra("eid", at)));
  if (day.taraweeh !== null) insertAfter(rows, "isha", [extra("taraweeh", day.taraweeh)]);
  return rows;
}

/** Whether imsak and sunrise have a row. Where they alternate, they share one. */
function isListed(plan, day, name, now) {
  if (name !== "sunrise" && name !== "imsak") return true;
  const has = (other) => day.times.some((time) => time.name === other);
  if (plan.look.sunrise === "alternating with imsak" && has("imsak") && has("sunrise")) {
    return name === (Math.floor(now / (plan.look.alternate || 20)) % 2 ? "imsak" : "sunrise");
  }
  return name === "imsak" || plan.look.sunrise !== "hidden";
}

function insertAfter(rows, name, added) {
  rows.splice(rows.findIndex((row) => row.name === name) + 1, 0, ...added);
}
