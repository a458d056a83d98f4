import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from "postgraphile/graphql";
import type { Draw } from "./draw.ts";
import { drawValue, literal } from "./values.ts";

export type Kind = "query" | "mutation" | "subscription";

/** A document, and the variables of its requests, one after another. */
export interface Scenario {
  text: string;
  asks: { variables: Record<string, unknown> | undefined; operationName: string | undefined }[];
}

/** Root fields that the fast path knows come more often than all others together. */
const HOT: Record<Kind, readonly string[]> = {
  query: ["notifications", "positions", "alerts", "users", "apiVersion", "notifications"],
  mutation: ["newPosition", "newPosition", "quietHoursEdit", "notificationUpdate"],
  subscription: ["notificationAdded"],
};

/** Root fields that cost a password's hash. Three documents in a hundred may have each of them. */
const RARE = /^(login|sessionBegin|userPassword|newUser)/;
/**
 * Fields that are left out: those that end the session or depend on the clock, groups, whose order PostgreSQL does not
 * fix, and the audit log, which records what each road was asked.
 */
const LEFT_OUT =
  /^(alertProgress|positionAdded|lastPositionChanged|timeline|groupedAggregates|logout|sessionEnd|auditEntries(Connection)?)$/;

/** Writes one document from the schema. */
class Writer {
  readonly #schema: GraphQLSchema;
  readonly #draw: Draw;
  readonly #enums: Set<string>;
  readonly #fragments: { name: string; type: GraphQLObjectType; text: string }[] = [];
  #names = 0;
  readonly #variables: { name: string; type: string; value(): unknown }[] = [];

  /** True if the document avoids what always sends it to Grafast, except an occasional argument or function. */
  readonly #isPlain: boolean;

  constructor(schema: GraphQLSchema, draw: Draw) {
    this.#schema = schema;
    this.#draw = draw;
    this.#isPlain = draw.percent(50);
    const types = Object.values(schema.getTypeMap()).filter(isEnumType);
    this.#enums = new Set(types.flatMap((type) => type.getValues().map(({ name }) => name)));
  }

  #variable(argument: GraphQLArgument): string {
    const name = `v${this.#variables.length}`;
    const draw = this.#draw;
    const declared = String(argument.type);
    const bare = declared.replace(/!$/, "");
    const fallback = draw.percent(20)
      ? ` = ${literal(drawValue(argument.type, draw), this.#enums)}`
      : "";
    const type = draw.percent(80)
      ? declared
      : draw.pick([bare, bare.replace("Int64", "Int"), bare.replace(/[[\]]/g, ""), "String"]);
    this.#variables.push({
      name,
      type: type + fallback,
      value: () => drawValue(argument.type, draw),
    });
    return `$${name}`;
  }

  #arguments({ args }: GraphQLField<unknown, unknown>, isRoot: boolean): string {
    const draw = this.#draw;
    const given = args
      .filter((one) =>
        isNonNullType(one.type) && one.defaultValue === undefined
          ? !draw.percent(2)
          : draw.percent(/^(limit|offset)$/.test(one.name) ? 35 : isRoot ? 12 : 4),
      )
      .map((one) => {
        const value = draw.percent(one.name === "input" ? 85 : 40)
          ? this.#variable(one)
          : literal(drawValue(one.type, draw), this.#enums);
        return `${one.name}: ${value}`;
      });
    return given.length > 0 ? `(${given.join(", ")})` : "";
  }

  #directives(chance: number): string {
    const draw = this.#draw;
    if (this.#isPlain || !draw.percent(chance)) return "";
    const on = draw.pick(["true", "$", "$", "false"]);
    if (on !== "$") return ` @${draw.pick(["include", "skip"])}(if: ${on})`;
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type: "Boolean!", value: () => draw.percent(50) });
    return ` @${draw.pick(["include", "skip"])}(if: $${name})`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const draw = this.#draw;
    const alias = draw.percent(15) ? `${draw.pick(["a", "b"])}_${field.name}: ` : "";
    const type = getNamedType(field.type);
    const selection = isObjectType(type) ? ` ${this.#selection(type, depth - 1)}` : "";
    const args = this.#arguments(field, depth === 3);
    const directives = this.#directives(depth === 3 ? 35 : 5);
    return `${alias}${field.name}${args}${directives}${selection}`;
  }

  #fragment(type: GraphQLObjectType, depth: number): string {
    const known = this.#fragments.find((one) => one.type === type);
    if (known && this.#draw.percent(50)) return `...${known.name}${this.#directives(10)}`;
    this.#names += 1;
    const name = `f${this.#names}`;
    // A fragment is known only after it is written, so that no fragment reaches itself.
    const text = `fragment ${name} on ${type.name} ${this.#selection(type, depth)}`;
    this.#fragments.push({ name, type, text });
    return `...${name}${this.#directives(10)}`;
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const draw = this.#draw;
    const fields = Object.values(type.getFields()).filter(({ name }) => !LEFT_OUT.test(name));
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const parts: string[] = [];
    for (let left = 1 + draw.below(5); left > 0; left -= 1) {
      const chance = draw.below(this.#isPlain ? 94 : 100);
      if (chance >= 97) parts.push(this.#fragment(type, Math.max(depth - 1, 0)));
      else if (chance >= 94) {
        const on = draw.pick(["", ` on ${type.name}`]);
        parts.push(
          `...${on}${this.#directives(30)} ${this.#selection(type, Math.max(depth - 1, 0))}`,
        );
      } else if (chance >= 90) parts.push("__typename");
      else if (chance >= 86 && parts.length > 0) parts.push(draw.pick(parts));
      else {
        const all = depth > 0 && (draw.percent(25) || leaves.length === 0) ? fields : leaves;
        const field = all.length > 0 ? draw.pick(all) : undefined;
        parts.push(field ? this.#field(field, depth) : "__typename");
      }
    }
    return `{ ${parts.join(" ")} }`;
  }

  #roots(kind: Kind): string {
    const draw = this.#draw;
    const root = this.#schema.getRootType(kind as never) as GraphQLObjectType;
    const fields = root.getFields();
    const others = Object.values(fields).filter(
      ({ name }) => !LEFT_OUT.test(name) && (!RARE.test(name) || draw.percent(3)),
    );
    const pick = () =>
      draw.percent(kind === "subscription" || this.#isPlain ? 0 : 40)
        ? draw.pick(others)
        : (fields[draw.pick(HOT[kind])] as (typeof others)[number]);
    const first = pick();
    const parts = [this.#field(first, 3)];
    while (kind !== "subscription" && !this.#isPlain && draw.percent(30)) {
      const next = draw.percent(40) ? first : pick();
      parts.push(`${draw.pick(["", "a: ", "b: "])}${this.#field(next, 3).replace(/^\w+: /, "")}`);
    }
    if (this.#isPlain) return `{ ${parts.join(" ")} }`;
    if (draw.percent(6)) parts.push("__typename");
    if (draw.percent(5)) return `{ ... on ${root.name} { ${parts.join(" ")} } }`;
    return `{ ${parts.join(" ")} }`;
  }

  scenario(kind: Kind): Scenario {
    const draw = this.#draw;
    const body = this.#roots(kind);
    const name = draw.percent(50) ? ` ${kind}1` : "";
    const head = this.#variables.map((one) => `$${one.name}: ${one.type}`).join(", ");
    const main =
      kind === "query" && !name && !head ? body : `${kind}${name}${head && `(${head})`} ${body}`;
    const isOneOfTwo = Boolean(name) && draw.percent(10);
    const texts = [main, ...this.#fragments.map(({ text }) => text)];
    if (isOneOfTwo) texts.splice(draw.below(2), 0, "query other { apiVersion }");
    const names = isOneOfTwo ? [`${kind}1`, `${kind}1`, "other", undefined] : [undefined];
    const asks: Scenario["asks"] = [];
    let variables: Record<string, unknown> | undefined;
    for (let left = 1 + draw.below(4); left > 0; left -= 1) {
      const before = variables;
      // Most variables keep their values, so that a request often differs from the one before in one variable only.
      const given = this.#variables
        .filter(() => !draw.percent(5))
        .map(({ name, type, value }) => {
          const isKept =
            before && Object.hasOwn(before, name) && !draw.percent(type === "Boolean!" ? 60 : 25);
          return [name, isKept ? before[name] : value()];
        });
      variables = given.length === 0 && draw.percent(70) ? undefined : Object.fromEntries(given);
      asks.push({ operationName: draw.percent(3) ? "nowhere" : draw.pick(names), variables });
    }
    return { text: texts.join(" "), asks };
  }
}

/** Draws a document of one kind, with the variables of its requests. */
export function drawScenario(schema: GraphQLSchema, kind: Kind, draw: Draw): Scenario {
  return new Writer(schema, draw).scenario(kind);
}
