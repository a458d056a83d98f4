/** A moment of a row, moved by an interval. On a cluster, updates call immutable functions only, and those of moments are none. */
export const shifted = (column: string, by: string) =>
  `${column} = (${column} at time zone 'UTC' ${by}) at time zone 'UTC'`;
