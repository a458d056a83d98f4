/** Name, country (ISO 3166), longitude, latitude, inhabitants. */
export type InhabitedPlace = [string, string, number, number, number];

/** Name, longitude, latitude, and how large it is (square degrees): where labels collide, the larger wins. */
export type CountryLabel = [string, number, number, number];
