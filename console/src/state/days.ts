const DAY = /^\d{4}-\d\d-\d\d$/;

/** Says whether a text is a day, such as 2026-11-22. */
export const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** Returns when a day begins in the viewer's time zone, plus `later` days, in seconds since 1970. */
export function beginning(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}
