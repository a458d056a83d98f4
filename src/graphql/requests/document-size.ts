import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  OperationTypeNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from "postgraphile/graphql";
import { LOGINS } from "../../limits/count-fields.ts";
import { AppError } from "../../ops/app-error.ts";
import type { DocumentLimits } from "../../settings/config.ts";

/** GraphiQL and code generators ask for a third of that. */
const MAX_INTROSPECTED_VALUES = 1_000_000;
/** How many fields may be written beyond `limits.fields`. GraphiQL and code generators write 100 of introspection. */
const EXTRA_WRITTEN_FIELDS = 150;

/** Refuses a text that is too long, before it is parsed. */
export function checkLength(text: string, { length }: DocumentLimits): void {
  if (text.length <= length) return;
  throw new AppError(
    "BAD_USER_INPUT",
    `The query has ${text.length} characters, and may have ${length}. Move long values into variables.`,
  );
}

/** Refuses a document that asks for too much, before it is validated or planned. */
export function checkSize(document: DocumentNode, limits: DocumentLimits): DocumentSize {
  const size = sizeOf(document);
  const { aliases, mostAliased } = size;
  const counts: [count: number, most: number, of: string][] = [
    [size.definitions, limits.definitions, "operations and fragments"],
    [size.directives, limits.directives, "directives"],
    [size.depth, limits.depth, "levels"],
    [size.fields, limits.fields, "fields"],
    [size.objects, limits.objects, "fields with fields of their own"],
    [size.introspected, MAX_INTROSPECTED_VALUES, "values of the schema"],
    [aliases, limits.aliases, `aliases of ${mostAliased}`],
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
  return size;
}

/** The fields with which strangers can have a password checked or hashed, which is expensive. */
const HASHING: ReadonlySet<string> = new Set([...LOGINS, "invitationTake"]);

/** What a selection asks for, with fragments expanded. A sum that is too large becomes Infinity. */
interface Sums {
  /** Fields, without those of introspection. */
  fields: number;
  /** Fields with a selection of their own, without those of introspection. */
  objects: number;
  /** Values that introspection answers, by the estimates of LENGTHS. */
  introspected: number;
  /** Fields on the first level. */
  first: number;
  /** Fields on the first level that check or hash a password: `login`, `sessionBegin` and `invitationTake`. */
  logins: number;
  /** Characters of the keys of one row in the answer. */
  keys: number;
  /** The most keys under which the answer may repeat a value of the database. */
  copies: number;
  /** Levels of fields, and of nested literals. */
  depth: number;
}

/** What a document asks for, all its operations together. */
export interface DocumentSize extends Omit<Sums, "first" | "keys"> {
  /**
   * Fields of the document as it is written, with those of introspection and of unused fragments. Validation compares
   * each with the others, whether or not it is asked for.
   */
  written: number;
  mutations: number;
  /** Characters of the keys of one row in the answer, at most. */
  keysOfRow: number;
  directives: number;
  /** Operations and fragments. */
  definitions: number;
  /** The most aliases of one field, and that field. */
  aliases: number;
  mostAliased: string;
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

const NOTHING: Sums = {
  fields: 0,
  objects: 0,
  introspected: 0,
  first: 0,
  logins: 0,
  keys: 0,
  copies: 1,
  depth: 0,
};

const deepest = (values: readonly ValueNode[]): number =>
  values.reduce((depth, value) => Math.max(depth, depthOf(value)), 0);

function depthOf(value: ValueNode): number {
  if (value.kind === Kind.LIST) return 1 + deepest(value.values);
  if (value.kind === Kind.OBJECT) return 1 + deepest(value.fields.map((field) => field.value));
  return 0;
}

const nameAndArguments = ({ name, arguments: args = [] }: FieldNode): string =>
  `${name.value}(${args.map(print).join()})`;

/** Counts the written fields, and collects the keys of equal ones, which the database is asked for only once. */
function writtenFields(document: DocumentNode) {
  let written = 0;
  const keys = new Map<string, Set<string>>();
  visit(document, {
    Field(node) {
      written += 1;
      const field = nameAndArguments(node);
      keys.set(field, (keys.get(field) ?? new Set()).add(node.alias?.value ?? node.name.value));
    },
  });
  return { written, keys };
}

/** A walk through a document that measures each fragment once, however often it is spread. */
class Walk {
  directives = 0;
  keysOfRow = 0;
  readonly written: number;
  readonly aliases = new Map<string, Set<string>>();
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Sums>();
  readonly #keys: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(document: DocumentNode) {
    const { written, keys } = writtenFields(document);
    this.written = written;
    this.#keys = keys;
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  selections({ selections }: SelectionSetNode, isMeta: boolean): Sums {
    const sums = { ...NOTHING };
    for (const node of selections) {
      this.directives += node.directives?.length ?? 0;
      const part = this.#part(node, isMeta);
      sums.fields += part.fields;
      sums.objects += part.objects;
      sums.introspected += part.introspected;
      sums.first += part.first;
      sums.logins += part.logins;
      sums.keys += part.keys;
      sums.copies = Math.max(sums.copies, part.copies);
      sums.depth = Math.max(sums.depth, part.depth);
    }
    return sums;
  }

  #part(node: SelectionNode, isMeta: boolean): Sums {
    if (node.kind === Kind.FIELD) return this.#field(node, isMeta);
    if (node.kind === Kind.INLINE_FRAGMENT) return this.selections(node.selectionSet, isMeta);
    return this.#fragment(node.name.value);
  }

  #fragment(name: string): Sums {
    const known = this.#measured.get(name);
    const node = this.#fragments.get(name);
    // Validation refuses a fragment that is missing, and one inside itself.
    if (known || !node) return known ?? NOTHING;
    this.#measured.set(name, NOTHING);
    const isMeta = node.typeCondition.name.value.startsWith("__");
    const sums = this.selections(node.selectionSet, isMeta);
    this.#measured.set(name, sums);
    return sums;
  }

  #field(node: FieldNode, isInMeta: boolean): Sums {
    const name = node.name.value;
    const key = node.alias?.value ?? name;
    const isMeta = isInMeta || name === "__schema" || name === "__type";
    if (node.alias) this.aliases.set(name, (this.aliases.get(name) ?? new Set()).add(key));
    const literals = deepest((node.arguments ?? []).map(({ value }) => value));
    const inner = node.selectionSet ? this.selections(node.selectionSet, isMeta) : NOTHING;
    this.keysOfRow = Math.max(this.keysOfRow, inner.keys);
    return {
      fields: inner.fields + (isMeta ? 0 : 1),
      objects: inner.objects + (isMeta || !node.selectionSet ? 0 : 1),
      introspected: isMeta ? 1 + (LENGTHS.get(name) ?? 1) * inner.introspected : inner.introspected,
      first: 1,
      logins: HASHING.has(name) ? 1 : 0,
      keys: inner.keys + key.length + '"":,'.length,
      copies: inner.copies * (this.#keys.get(nameAndArguments(node))?.size ?? 1),
      depth: 1 + Math.max(inner.depth, literals),
    };
  }
}

/** Measures what a document asks for, in linear time. */
export function sizeOf(document: DocumentNode): DocumentSize {
  const walk = new Walk(document);
  const size: DocumentSize = {
    written: walk.written,
    fields: 0,
    objects: 0,
    introspected: 0,
    copies: 1,
    depth: 0,
    mutations: 0,
    logins: 0,
    keysOfRow: 0,
    directives: 0,
    definitions: document.definitions.length,
    aliases: 0,
    mostAliased: "",
  };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const sums = walk.selections(node.selectionSet, false);
    size.directives += node.directives?.length ?? 0;
    size.fields += sums.fields;
    size.objects += sums.objects;
    size.introspected += sums.introspected;
    size.copies = Math.max(size.copies, sums.copies);
    size.depth = Math.max(size.depth, sums.depth);
    if (node.operation !== OperationTypeNode.MUTATION) continue;
    size.mutations += sums.first;
    size.logins += sums.logins;
  }
  for (const [name, { size: count }] of walk.aliases) {
    if (count <= size.aliases) continue;
    size.aliases = count;
    size.mostAliased = name;
  }
  size.directives += walk.directives;
  size.keysOfRow = walk.keysOfRow;
  return size;
}
