import { describe, expect, test } from "@jest/globals";
import { buildSchema, GraphQLError, parse, type ValidationRule } from "postgraphile/graphql";
import { checkLength, checkSize } from "../../src/graphql/requests/document-size.ts";
import { KnownDocuments } from "../../src/graphql/requests/known-documents.ts";
import { makeRequestValidationPlugin } from "../../src/graphql/requests/request-validation.ts";
import { readConfig } from "../../src/settings/config.ts";

/**
 * Tests how often a wrong document is validated, how many of its errors are told, and what the refusal of one that is
 * too large says.
 */

/** Twenty errors, and one that says that there are more. */
const ERRORS = 21;

const limits = readConfig({}).limits.document;
const schema = buildSchema("scalar Int64 type Query { a(n: Int64): ID }");

/** Checks documents. Each validation finds more errors than it tells. */
async function checker() {
  let validations = 0;
  const rule: ValidationRule = (context) => {
    validations += 1;
    const Field = () => {
      for (let i = 0; i < 30; i += 1) context.reportError(new GraphQLError("wrong"));
    };
    return { Field };
  };
  const options = {
    getExecutionConfig: async () => ({ schema }),
    validationRules: [rule],
    resolvedPreset: { grafserv: { maskError: (error: GraphQLError) => error } },
  };
  const { grafserv } = makeRequestValidationPlugin(limits, new KnownDocuments()) as {
    grafserv: { middleware: { setPreset: CallableFunction } };
  };
  const { setPreset } = grafserv.middleware;
  setPreset(() => {}, options);
  const { parseAndValidate } = (await options.getExecutionConfig()) as unknown as {
    parseAndValidate: CallableFunction;
  };
  return (text: string) => {
    validations = 0;
    const { errors } = parseAndValidate(text);
    return { validations, errors: errors.length };
  };
}

test("a wrong document is validated once", async () => {
  const check = await checker();
  expect(check("{ a }")).toEqual({ validations: 1, errors: ERRORS });
});

test("a wrong document whose variables are widened is validated with them too", async () => {
  const check = await checker();
  const text = "query ($n: Int) { a(n: $n) }";
  expect(check(text)).toEqual({ validations: 2, errors: ERRORS });
});

describe("the refusal of a document that is too large", () => {
  test("says how much it asks for, and how much it may", () => {
    const aliases = Array.from({ length: 21 }, (_, n) => `b${n}: a`).join(" ");
    expect(() => checkSize(parse(`{ ${aliases} }`), limits)).toThrow(
      "The document asks for 21 aliases of a, and may ask for 20. Split it into several requests.",
    );
    expect(() => checkLength("x".repeat(20_001), limits)).toThrow(
      "The query has 20001 characters, and may have 20000. Move long values into variables.",
    );
  });

  test("says that it asks for endless fields if no number holds them", () => {
    const fragments = Array.from(
      { length: 1_100 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const document = parse(`{ ...F0 } ${fragments.join(" ")} fragment F1100 on Query { a }`);
    expect(() => checkSize(document, { ...limits, definitions: 2_000 })).toThrow(
      "asks for endless fields, and may ask for 500",
    );
  });
});
