import {
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from "postgraphile/graphql";
import type { Counts } from "../../limits/quotas.ts";

/** The root fields of an operation, each with the number of its uses. Fragments are written out. */
export type RootFields = ReadonlyMap<FieldNode, number>;

/** The mutations that publish, or stop a publication. They never wait for a quota or for connections of the public. */
const PUBLISHING: ReadonlySet<string> = new Set([
  "newAlert",
  "alertUpdate",
  "alertCancel",
  "publicationHold",
  "publicationTakeBack",
  "publicationApprove",
]);

/** The mutations that check a password or a second factor. They have their own limits, which spare users who are known at an address. */
export const LOGINS: ReadonlySet<string> = new Set([
  "login",
  "sessionBegin",
  "loginSecondFactor",
  "loginPasskey",
]);

/** The mutations with their own limits. Those of sessionRefresh are in `Secrets`, and spare known sessions. */
const LIMITED_ELSEWHERE: ReadonlySet<string> = new Set([...LOGINS, "sessionRefresh"]);

export type Values = Readonly<Record<string, unknown>>;

/** True if one of these fields publishes. */
export const publishes = (roots: RootFields): boolean =>
  [...roots.keys()].some(({ name }) => PUBLISHING.has(name.value));

const MAX_NAMES = 5;

/** The names of root fields for the log, each once. */
export const namesOf = (roots: RootFields): string[] =>
  [...new Set([...roots.keys()].map(({ name }) => name.value))].slice(0, MAX_NAMES);

/**
 * The variables that an operation declares, with their default values. The object inherits nothing: a client can name a
 * variable `constructor`.
 */
export function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): Values {
  const values: Record<string, unknown> = Object.create(null);
  for (const { variable, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (Object.hasOwn(given, name)) values[name] = given[name];
    else if (defaultValue) values[name] = valueFromASTUntyped(defaultValue);
  }
  return values;
}

/** The number of items in a field's argument `input`, which may be one item instead of a list. */
function itemsOf({ arguments: given }: FieldNode, variables: Values): number {
  const value = given?.find(({ name }) => name.value === "input")?.value;
  if (value?.kind === Kind.LIST) return value.values.length;
  const items = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return Array.isArray(items) ? items.length : 1;
}

/** Counts one root field. A batch counts as its positions, but at least as one. */
export function countField(field: FieldNode, variables: Values, isAdmin: boolean): Counts {
  const name = field.name.value;
  if (name === "newPosition") return { reports: 1, others: 0 };
  if (name === "newPositions") {
    return { reports: Math.max(1, itemsOf(field, variables)), others: 0 };
  }
  const isFree = LIMITED_ELSEWHERE.has(name) || (isAdmin && PUBLISHING.has(name));
  return { reports: 0, others: isFree ? 0 : 1 };
}

/** Counts root fields, each alias and each use of a fragment. */
export function countFields(roots: RootFields, variables: Values, isAdmin: boolean): Counts {
  const sum = { reports: 0, others: 0 };
  for (const [field, uses] of roots) {
    const { reports, others } = countField(field, variables, isAdmin);
    sum.reports += uses * reports;
    sum.others += uses * others;
  }
  return sum;
}
