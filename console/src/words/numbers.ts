import { locale } from "./language.ts";
import { t } from "./translate.ts";

const whole = new Intl.NumberFormat(locale);
const ungrouped = new Intl.NumberFormat(locale, { useGrouping: false });
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const threeDigits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });

/** Formats a whole number in the viewer's language: "12,345". */
export const count = (number: number) => whole.format(number);

/** Formats a number as people may type it: "12345". */
export const ungroupedNumber = (number: number) => ungrouped.format(number);

/** "1 person", "12 people". */
export const people = (number: number) =>
  t("{number, plural, one {# person} other {# people}}", { number });

/** "800 m", "2.5 km". */
export const metres = (distance: number) =>
  distance < 1000
    ? t("{number} m", { number: whole.format(Math.round(distance)) })
    : t("{number} km", { number: oneDecimal.format(distance / 1000) });

/** "850 m²", "0.5 km²": the area in the unit that fits its size. */
export const areaText = (area: number) =>
  area < 100_000
    ? t("{number} m²", { number: whole.format(Math.round(area)) })
    : squareKilometres(area);

/** "0.5 km²", from square metres. */
export const squareKilometres = (area: number) =>
  t("{number} km²", { number: threeDigits.format(area / 1e6) });

/** Returns the longest round length for a scale bar, in metres: 500 of at most 800. */
export function barOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}

const conjunction = new Intl.ListFormat(locale, { type: "conjunction" });

/** "ONE, TWO and THREE". */
export const listed = (words: readonly string[]) => conjunction.format(words);
