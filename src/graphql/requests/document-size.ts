import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from "postgraphile/graphql";
import type { AnswerShape } from "../../database/answer-budget.ts";
import { AppError } from "../../ops/app-error.ts";
import type { DocumentLimits } from "../../settings/config.ts";
import { LOGINS, type RootFields } from "./root-fields.ts";

/** GraphiQL and code generators ask for a third of that. */
const MAX_INTROSPECTED_VALUES = 1_000_000;
/** How many fields may be written beyond `limits.fields`. GraphiQL and code generators write 100 of introspection. */
const EXTRA_WRITTEN_FIELDS = 150;

/** The fields with which strangers can have a password checked or hashed, which is expensive. */
const HASHING: ReadonlySet<string> = new Set([...LOGINS, "invitationTake"]);

/** What a document asks for, all its operations together, with fragments written out. */
export interface DocumentSize extends AnswerShape {
  characters: number;
  operations: number;
  /** Operations and fragments. */
  definitions: number;
  directives: number;
  /** Fields as they are written, with those of introspection. Validation compares each with the others. */
  written: number;
  /** Fields, without those of introspection. */
  fields: number;
  /** Fields with a selection of their own, without those of introspection. */
  objects: number;
  /** Values that introspection answers, by the estimates of LENGTHS. */
  introspected: number;
  /** Levels of fields, and of nested literals. */
  depth: number;
  mutations: number;
  /** Mutations that check or hash a password. */
  logins: number;
  /** The most aliases of one field, and that field. */
  aliases: number;
  mostAliased: string;
  /** The root fields of each operation, by its name. */
  roots: ReadonlyMap<string, RootFields>;
}

/** Refuses a text that is too long, before it is parsed. */
export function checkLength(text: string, { length }: DocumentLimits): void {
  if (text.length <= length) return;
  throw new AppError(
    "BAD_USER_INPUT",
    `The query has ${text.length} characters, and may have ${length}. Move long values into variables.`,
  );
}

/** Refuses a document that asks for too much, before it is validated or planned. */
export function checkSize(size: DocumentSize, limits: DocumentLimits): void {
  const counts: [count: number, most: number, of: string][] = [
    [size.definitions, limits.definitions, "operations and fragments"],
    [size.directives, limits.directives, "directives"],
    [size.depth, limits.depth, "levels"],
    [size.fields, limits.fields, "fields"],
    [size.objects, limits.objects, "fields with fields of their own"],
    [size.introspected, MAX_INTROSPECTED_VALUES, "values of the schema"],
    [size.aliases, limits.aliases, `aliases of ${size.mostAliased}`],
    [size.mutations, limits.mutations, "mutations"],
    [size.logins, 1, "logins"],
    [size.written, limits.fields + EXTRA_WRITTEN_FIELDS, "fields as they are written"],
  ];
  for (const [count, most, of] of counts) {
    if (count > most) {
      throw new AppError(
        "BAD_USER_INPUT",
        `The document asks for ${Number.isFinite(count) ? count : "endless"} ${of}, and may ask for ${most}. Split it into several requests.`,
      );
    }
  }
}

/** About how many values the lists of introspection have in this schema. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    types: 60,
    fields: 30,
    inputFields: 8,
    enumValues: 8,
    directives: 6,
    args: 3,
    possibleTypes: 2,
    interfaces: 2,
  }),
);

/** What a selection asks for. A sum that is too large becomes Infinity. */
interface Sums
  extends Pick<
    DocumentSize,
    "fields" | "objects" | "introspected" | "depth" | "copies" | "keysOfRow"
  > {
  /** Characters of the keys of the selection's own row. */
  keys: number;
  /** The fields of the selection, with the number of their uses. */
  uses: Map<FieldNode, number>;
}

const nothing = (): Sums => ({
  fields: 0,
  objects: 0,
  introspected: 0,
  depth: 0,
  copies: 1,
  keys: 0,
  keysOfRow: 0,
  uses: new Map(),
});

function add(sums: Sums, part: Sums): void {
  for (const key of ["fields", "objects", "introspected", "keys"] as const) sums[key] += part[key];
  for (const key of ["depth", "copies", "keysOfRow"] as const)
    sums[key] = Math.max(sums[key], part[key]);
  for (const [node, uses] of part.uses) sums.uses.set(node, (sums.uses.get(node) ?? 0) + uses);
}

const deepest = (values: readonly ValueNode[]): number =>
  values.reduce((depth, value) => Math.max(depth, depthOf(value)), 0);

function depthOf(value: ValueNode): number {
  if (value.kind === Kind.LIST) return 1 + deepest(value.values);
  if (value.kind === Kind.OBJECT) return 1 + deepest(value.fields.map((field) => field.value));
  return 0;
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;
const nameAndArguments = ({ name, arguments: args = [] }: FieldNode): string =>
  `${name.value}(${args.map(print).join()})`;

/** Counts what is written, and collects the keys of equal fields, which the database is asked for only once. */
function asWritten(document: DocumentNode) {
  let written = 0;
  let directives = 0;
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  const aliases = new Map<string, Set<string>>();
  const keys = new Map<string, Set<string>>();
  const note = (sets: Map<string, Set<string>>, name: string, key: string) =>
    sets.set(name, (sets.get(name) ?? new Set()).add(key));
  visit(document, {
    OperationDefinition: (node) => void operations.push(node),
    FragmentDefinition: (node) => void fragments.set(node.name.value, node),
    Directive() {
      directives += 1;
    },
    Field(node) {
      written += 1;
      note(keys, nameAndArguments(node), keyOf(node));
      if (node.alias) note(aliases, node.name.value, keyOf(node));
    },
  });
  const [most] = [...aliases].sort(([, a], [, b]) => b.size - a.size);
  const counts = {
    written,
    directives,
    aliases: most?.[1].size ?? 0,
    mostAliased: most?.[0] ?? "",
  };
  return { counts, operations, fragments, keys };
}

/** Measures what a document asks for, in linear time: each fragment once, however often it is spread. */
export function sizeOf(document: DocumentNode): DocumentSize {
  const { counts, operations, fragments, keys } = asWritten(document);
  const measured = new Map<string, Sums>();

  function ofSelections({ selections }: SelectionSetNode, isMeta: boolean): Sums {
    const sums = nothing();
    for (const node of selections) {
      if (node.kind === Kind.FIELD) add(sums, ofField(node, isMeta));
      else if (node.kind === Kind.FRAGMENT_SPREAD) add(sums, ofFragment(node.name.value));
      else add(sums, ofSelections(node.selectionSet, isMeta));
    }
    return sums;
  }

  function ofFragment(name: string): Sums {
    const known = measured.get(name);
    const node = fragments.get(name);
    // Validation refuses a fragment that is missing, and one inside itself.
    if (known || !node) return known ?? nothing();
    measured.set(name, nothing());
    const sums = ofSelections(node.selectionSet, node.typeCondition.name.value.startsWith("__"));
    measured.set(name, sums);
    return sums;
  }

  function ofField(node: FieldNode, isInMeta: boolean): Sums {
    const name = node.name.value;
    const isMeta = isInMeta || name === "__schema" || name === "__type";
    const inner = node.selectionSet ? ofSelections(node.selectionSet, isMeta) : nothing();
    const literals = deepest((node.arguments ?? []).map(({ value }) => value));
    return {
      fields: inner.fields + (isMeta ? 0 : 1),
      objects: inner.objects + (isMeta || !node.selectionSet ? 0 : 1),
      introspected: isMeta ? 1 + (LENGTHS.get(name) ?? 1) * inner.introspected : inner.introspected,
      depth: 1 + Math.max(inner.depth, literals),
      copies: inner.copies * (keys.get(nameAndArguments(node))?.size ?? 1),
      keys: inner.keys + keyOf(node).length + '"":,'.length,
      keysOfRow: Math.max(inner.keysOfRow, inner.keys),
      uses: new Map([[node, 1]]),
    };
  }

  const total = nothing();
  const roots = new Map<string, RootFields>();
  let [mutations, logins] = [0, 0];
  for (const { name, operation, selectionSet } of operations) {
    const sums = ofSelections(selectionSet, false);
    add(total, sums);
    roots.set(name?.value ?? "", sums.uses);
    if (operation !== OperationTypeNode.MUTATION) continue;
    for (const [field, uses] of sums.uses) {
      mutations += uses;
      if (HASHING.has(field.name.value)) logins += uses;
    }
  }
  return {
    ...counts,
    ...total,
    characters: document.loc?.end ?? 0,
    operations: operations.length,
    definitions: document.definitions.length,
    mutations,
    logins,
    roots,
  };
}
