/** Where alerts are in the benchmarks of growth. */
export interface Place {
  longitude: number;
  latitude: number;
}

/** Places on so many columns and rows, evenly over the inhabited latitudes: no two alerts there touch. */
export interface Grid {
  side: number;
}

export const gridOf = (alerts: number): Grid => ({ side: Math.ceil(Math.sqrt(alerts)) });

/** A place of the grid, its columns and rows counted from 0; half a step off it there is no alert. */
export function placeOn({ side }: Grid, column: number, row: number): Place {
  return {
    longitude: -170 + (340 * (column + 0.5)) / side,
    latitude: -60 + (120 * (row + 0.5)) / side,
  };
}

/** The longitude and latitude of the n-th alert on the grid of so many, in SQL. */
export function nthPlace(alerts: number): string {
  const { side } = gridOf(alerts);
  return `-170 + 340 * ((n - 1) % ${side} + 0.5) / ${side}, -60 + 120 * ((n - 1) / ${side} + 0.5) / ${side}`;
}

/** Where so many alerts overlap. */
export const overlapOf = (alerts: number): Place => ({
  longitude: 5 * Math.log10(alerts),
  latitude: 30,
});
