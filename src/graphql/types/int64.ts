import { GraphQLError, Kind, print, type ValueNode } from "postgraphile/graphql";

/** Reads a whole number that JavaScript represents exactly: |n| < 2^53. */
function toInt64(value: unknown): number {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) {
    const seen = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
    throw new GraphQLError(
      `Int64 must be a whole number from -(2^53-1) to 2^53-1, not ${seen.slice(0, 60)}.`,
    );
  }
  // Turns -0 into 0: -0 prints as 0, but would reach the database as -0.
  return number === 0 ? 0 : number;
}

function literalToInt64(node: ValueNode): number {
  if (node.kind === Kind.INT || node.kind === Kind.STRING) {
    return toInt64(node.value);
  }
  throw new GraphQLError(`Int64 must be a whole number, not ${print(node).slice(0, 60)}.`);
}

/**
 * Shows PostgreSQL's bigint as the contract's scalar `Int64`. It reads numbers, integer literals and decimal
 * strings up to 2^53-1, and writes a JSON number; PostGraphile's own BigInt writes a string.
 */
export const Int64Plugin: GraphileConfig.CheckedPlugin = {
  name: "Int64Plugin",
  description: "Names bigint Int64, and reads and writes it as a number",
  inflection: {
    replace: {
      builtin(previous, _options, text) {
        return text === "BigInt" ? "Int64" : (previous?.(text) ?? text);
      },
    },
  },
  schema: {
    hooks: {
      GraphQLScalarType(config) {
        if (config.name !== "Int64") return config;
        return {
          ...config,
          description:
            "A whole number from -(2^53-1) to 2^53-1. A time is in seconds since 1970-01-01 UTC. It is read from a JSON number, a GraphQL integer or a decimal string, and written as a JSON number. Arguments of this type also accept variables declared Int.",
          serialize: toInt64,
          parseValue: toInt64,
          parseLiteral: literalToInt64,
        };
      },
    },
  },
};
