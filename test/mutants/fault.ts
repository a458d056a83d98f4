/** A small, plausible fault: one text replaced by another. */
export interface Fault {
  /** Says what goes wrong. Unique. */
  name: string;
  /** The source file from the project's root, the SQL function as `schema.name`, or what a statement changes. */
  place: string;
  isSql: boolean;
  /** Occurs exactly once in the file, or in the definition that PostgreSQL has of the function. */
  find: string;
  replace: string;
  /** If set, this statement puts the fault into a migrated database, without `find` and `replace`. */
  statement?: string;
  /** The test files that must notice it. */
  tests: readonly string[];
}

/** A row of a list: what goes wrong, and the text to replace. */
export type Row = readonly [name: string, find: string, replace: string];

const faults =
  (isSql: boolean) => (place: string, tests: readonly string[], rows: readonly Row[]) =>
    rows.map(([name, find, replace]): Fault => ({ name, place, isSql, find, replace, tests }));

/** Faults in a source file. */
export const inFile = faults(false);

/** Faults in a SQL function, named `schema.name`. */
export const inFunction = faults(true);

/** Faults in parts of the schema that are not functions, such as policies. Each fault is a statement. */
export const inSchema = (
  place: string,
  tests: readonly string[],
  rows: readonly (readonly [name: string, statement: string])[],
) =>
  rows.map(
    ([name, statement]): Fault => ({
      name,
      place,
      isSql: true,
      find: "",
      replace: "",
      statement,
      tests,
    }),
  );

/**
 * Puts a fault into a text.
 * @throws Error if what it replaces does not occur exactly once: the list is out of date.
 */
export function planted(text: string, { name, place, find, replace }: Fault): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`"${name}": its text occurs ${count} times in ${place}.`);
  return text.replace(find, () => replace);
}
