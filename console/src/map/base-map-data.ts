/**
 * Name, country (ISO 3166), longitude, latitude, inhabitants, and the region if the country has other places of this
 * name.
 */
export type InhabitedPlace = [string, string, number, number, number, string?];

/** Name, longitude, latitude, and size in square degrees: if labels collide, the larger country's wins. */
export type CountryLabel = [string, number, number, number];
