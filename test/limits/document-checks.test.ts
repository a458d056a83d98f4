import { expect, test } from "@jest/globals";
import { buildSchema, GraphQLError, type ValidationRule } from "postgraphile/graphql";
import { readLimits } from "../../src/config/limits.ts";
import { Variables } from "../../src/config/variables.ts";
import { KnownDocuments } from "../../src/graphql/requests/known-documents.ts";
import { makeRequestValidationPlugin } from "../../src/graphql/requests/request-validation.ts";

/** How often a wrong document is validated, and how much of it is told. */

/** Twenty, and one that says that there are more. */
const ERRORS = 21;

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
  const limits = readLimits(new Variables({})).document;
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

test("one whose variables are widened is validated with them too", async () => {
  const check = await checker();
  const text = "query ($n: Int) { a(n: $n) }";
  expect(check(text)).toEqual({ validations: 2, errors: ERRORS });
});
