const whole = new Intl.NumberFormat();

/** Formats a whole number in the viewer's language: "12,345". */
export const count = (number: number) => whole.format(number);

/** "1 person", "12 people". */
export const people = (number: number) => `${count(number)} ${number === 1 ? "person" : "people"}`;

/** "800 m", "2.5 km". */
export function metres(distance: number): string {
  return distance < 1000
    ? `${whole.format(Math.round(distance))} m`
    : `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(distance / 1000)} km`;
}

/** "850 m²", "0.5 km²": the area in the unit that fits its size. */
export const surface = (area: number) =>
  area < 100_000 ? `${whole.format(Math.round(area))} m²` : squareKilometres(area);

/** "0.5 km²", from square metres. */
export function squareKilometres(area: number): string {
  const format = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
  return `${format.format(area / 1e6)} km²`;
}
