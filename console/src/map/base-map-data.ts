/**
 * Name, country (ISO 3166), longitude, latitude, inhabitants, the province and region if the country has other places of
 * this name, and its names by language, of which `local` is that of its people.
 */
export type InhabitedPlace = [
  string,
  string,
  number,
  number,
  number,
  (string | null)?,
  Record<string, string>?,
];

/** Name, longitude, latitude, size in square degrees (if labels collide, the larger country's wins), and ISO 3166's code. */
export type CountryLabel = [string, number, number, number, string?];
