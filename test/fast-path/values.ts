import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "postgraphile/graphql";
import type { Draw } from "./draw.ts";

const STRINGS = ["", "x", "Leave now.", "ünï 🚨", '"\\\n', "0".repeat(70), "user2@example.org"];
const INTS = [1, 2, 3, 0, 20, -1, 1001, 2 ** 31];
const FLOATS = [0.005, 44.5, 0, -0, 1e-7, 91, -180, 1e21];
const WRONG = ["x", 1.5, true, [], {}, [1]];

/** Draws a JSON value for an input type, sometimes null or one that does not fit. */
export function drawValue(type: GraphQLInputType, draw: Draw, depth = 0): unknown {
  if (isNonNullType(type)) {
    return draw.percent(3) ? draw.pick([null, ...WRONG]) : drawValue(type.ofType, draw, depth);
  }
  if (draw.percent(4)) return draw.percent(50) ? null : draw.pick(WRONG);
  if (isListType(type)) {
    if (draw.percent(20)) return drawValue(type.ofType, draw, depth);
    return Array.from({ length: draw.below(4) }, () => drawValue(type.ofType, draw, depth));
  }
  if (isEnumType(type)) return draw.pick(type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) {
    const entries = Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) || draw.percent(depth > 1 ? 3 : 20))
      .filter(() => !draw.percent(2))
      .map((field) => [field.name, drawValue(field.type, draw, depth + 1)]);
    if (draw.percent(2)) entries.push(["altitude", 1]);
    return Object.fromEntries(entries);
  }
  switch (type.name) {
    case "Int":
      return draw.pick(INTS);
    case "Int64":
      return draw.percent(20) ? draw.pick(["2", "-1", "9007199254740993"]) : draw.pick(INTS);
    case "Float":
      return draw.pick(FLOATS);
    case "Boolean":
      return draw.percent(50);
    default:
      return draw.pick(STRINGS);
  }
}

/** Returns a JSON value as a GraphQL literal. Texts that name an enum's value lose their quotes. */
export function literal(value: unknown, enums: ReadonlySet<string>): string {
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, enums)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one, enums)}`);
    return `{${fields.join(", ")}}`;
  }
  if (typeof value === "string" && enums.has(value)) return value;
  return Object.is(value, -0) ? "-0.0" : JSON.stringify(value);
}
