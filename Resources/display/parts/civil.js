// Civil dates and wall times from instants, by the offsets of the plan. `Date` serves only to calculate.

/** The wall time of an instant: seconds of the epoch, seconds east of UTC. Weekdays are 1 (Monday) to 7. */
export function civil(instant, offset) {
  const date = new Date((Math.floor(instant) + offset) * 1000);
  return {
    year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() || 7,
    hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds(),
    date: date.toISOString().slice(0, 10),
  };
}

/** Days from one date to another, both as 2026-11-23. */
export function daysBetween(first, second) {
  const number = (date) => Date.UTC(...date.split("-").map((part, index) => Number(part) - (index === 1))) / 86_400_000;
  return number(second) - number(first);
}
