import type { InhabitedPlace } from "../map/base-map-data.ts";
import { locale } from "./language.ts";

const degrees = new Intl.NumberFormat("en", {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
});

/** "44.4938, 11.3388": latitude and longitude, as the place search reads them too. */
export const place = (longitude: number, latitude: number) =>
  `${degrees.format(latitude)}, ${degrees.format(longitude)}`;

const countries = new Intl.DisplayNames(locale, { type: "region" });

/** "Italy", or "Illinois, United States" if the country has several places of this name. */
export const regionOf = ([, country, , , , region]: InhabitedPlace) =>
  [region, countries.of(country)].filter(Boolean).join(", ");
