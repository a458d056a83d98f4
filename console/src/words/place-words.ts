import type { InhabitedPlace } from "../map/base-map-data.ts";
import { language, locale } from "./language.ts";

const degrees = new Intl.NumberFormat("en", {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
});

/** "44.4938, 11.3388": latitude and longitude, as the place search reads them too. */
export const place = (longitude: number, latitude: number) =>
  `${degrees.format(latitude)}, ${degrees.format(longitude)}`;

const countries = new Intl.DisplayNames(locale, { type: "region" });

/** Returns a country's name in the reader's language. */
export const countryOf = (code: string) => countries.of(code) ?? code;

/** Returns a place's name in the reader's language, else the local one. GeoNames's own names are English or local. */
export const nameOf = ([name, , , , , , names]: InhabitedPlace) =>
  names?.[language] ?? (language === "en" ? name : (names?.local ?? name));

/** "Italy", or "Menard County, Illinois, United States" if the country has several places of this name. */
export const regionOf = ([, country, , , , region]: InhabitedPlace) =>
  [region, countryOf(country)].filter(Boolean).join(", ");
