/** Returns the fields whose values differ; undefined if all are the same. */
export function changedFields<Fields extends object>(
  before: NoInfer<Fields>,
  after: Fields,
): Partial<Fields> | undefined {
  const names = Object.keys(after) as (keyof Fields)[];
  const changed = names.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Fields>;
}
