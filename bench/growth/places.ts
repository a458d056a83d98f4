/** A place of an alert. */
export interface Place {
  longitude: number;
  latitude: number;
}

/** A grid of `side` columns and rows over the inhabited latitudes. No two alerts on it touch. */
export interface Grid {
  side: number;
}

export const gridOf = (alerts: number): Grid => ({ side: Math.ceil(Math.sqrt(alerts)) });

/** Returns a place of the grid. Columns and rows start at 0; half a step beside them there is no alert. */
export function placeOn({ side }: Grid, column: number, row: number): Place {
  return {
    longitude: -170 + (340 * (column + 0.5)) / side,
    latitude: -60 + (120 * (row + 0.5)) / side,
  };
}

/** Returns the SQL for longitude and latitude of the n-th alert on the grid. */
export function nthPlace(alerts: number): string {
  const { side } = gridOf(alerts);
  return `-170 + 340 * ((n - 1) % ${side} + 0.5) / ${side}, -60 + 120 * ((n - 1) / ${side} + 0.5) / ${side}`;
}

/** Returns the place at which `alerts` alerts overlap. */
export const overlapOf = (alerts: number): Place => ({
  longitude: 5 * Math.log10(alerts),
  latitude: 30,
});
