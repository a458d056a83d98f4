import type { PgClientQuery } from "postgraphile/@dataplan/pg";

/**
 * PostGraphile's statement for the rows of several parents. The parents' keys come as one JSON value, and each parent
 * joins its rows.
 */
const OF_PARENTS =
  /^select (\S+)\.\*\nfrom \(select ids\.ordinality - 1 as idx(.*) from json_array_elements\(\$(\d+)::json\) with ordinality as ids\) as (\S+),\nlateral \(([\s\S]*)\) as \1;$/;
const KEY = /\(ids\.value->>(\d+)\)::(.+?) as ("id\d+")/g;

/** The tables whose rows are on worker nodes. */
const IS_DISTRIBUTED = /"app_public"\."(?:last_positions|notifications|positions)"/;

const asText = (key: unknown) =>
  key == null || typeof key === "string" ? key : JSON.stringify(key);

/**
 * Splits PostGraphile's statement for several parents into one for each, if its rows are on worker nodes: Citus cannot
 * plan a join with a limit for each parent. Returns undefined for other statements.
 */
export function parentsApart({
  text,
  values = [],
  ...options
}: PgClientQuery): PgClientQuery[] | undefined {
  const match = OF_PARENTS.exec(text);
  if (!match) return undefined;
  const [, , keys, last, parent, rows] = match as unknown as [string, ...string[]];
  if (!IS_DISTRIBUTED.test(rows as string)) return undefined;
  // The parent's index takes the place of the JSON, and the parent's keys follow.
  const index = Number(last);
  let apart = `${rows};`.replaceAll(`${parent}.idx`, `$${index}::bigint`);
  for (const [, place, type, name] of (keys as string).matchAll(KEY)) {
    apart = apart.replaceAll(`${parent}.${name}`, `$${index + 1 + Number(place)}::${type}`);
  }
  const parents: unknown[][] = JSON.parse(String(values[index - 1]));
  const shared = values.slice(0, index - 1);
  return parents.map((keysOfOne, place) => ({
    ...options,
    text: apart,
    values: [...shared, place, ...keysOfOne.map(asText)],
  }));
}
