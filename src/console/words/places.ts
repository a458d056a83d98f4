const degrees = new Intl.NumberFormat("en", {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
});

/** "44.4938, 11.3388": latitude and longitude, as the place search reads them too. */
export const place = (longitude: number, latitude: number) =>
  `${degrees.format(latitude)}, ${degrees.format(longitude)}`;
