// Dates in the page's language, with Western figures, as the times of the page have them.

/** The language. English has the day before the month. */
const language = () => {
  const { lang } = document.documentElement;
  return `${lang === "en" ? "en-GB" : lang}-u-nu-latn`;
};

export const format = (date, options) => new Intl.DateTimeFormat(language(), { timeZone: "UTC", calendar: "gregory", ...options }).format(new Date(`${date}T00:00:00Z`));

/** A date such as 2026-12-05, as "5 Dec 2026". */
export const day = (date) => format(date, { dateStyle: "medium" });

/** The day of a moment on the phone's clock, from seconds since 1970. */
export function phoneDay(seconds) {
  const moment = new Date(seconds * 1000);
  return day(new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10));
}

/** A number of days, as "1 day" or "365 days". */
export const dayCount = (number) => new Intl.NumberFormat(language(), { style: "unit", unit: "day", unitDisplay: "long" }).format(number);
