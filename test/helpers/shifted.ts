/**
 * Returns an assignment that moves a row's timestamp by an interval. A cluster allows only immutable functions in
 * updates, so the sum is made in UTC.
 */
export const shifted = (column: string, by: string) =>
  `${column} = (${column} at time zone 'UTC' ${by}) at time zone 'UTC'`;
