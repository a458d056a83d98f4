/** Name, country (ISO 3166), longitude, latitude, inhabitants. */
export type InhabitedPlace = [string, string, number, number, number];

/** Name, longitude, latitude, and size in square degrees: if labels collide, the larger country's wins. */
export type CountryLabel = [string, number, number, number];
