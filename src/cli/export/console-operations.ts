import { codegen } from "@graphql-codegen/core";
import * as documents from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse } from "graphql";

/** The path of both files without their ending: .graphql is written by hand, .ts is made from it. */
export const CONSOLE_OPERATIONS = "src/console/api/operations";

/** The types of custom scalars in the console. */
const SCALARS = {
  Int64: "number",
  BigFloat: "string",
  BigInt: "string",
  Cursor: "string",
  JSON: "unknown",
  GeoJSON: "import('geojson').Geometry",
};

const HEADER = "// Made from operations.graphql and schema.graphql by `npm run export`.\n";

/**
 * The console's operations as TypeScript: each document with the types of its variables and its answer. Fails if an
 * operation asks for a field that the API does not have.
 */
export async function consoleOperations(schema: string, source: string): Promise<string> {
  const generated = await codegen({
    filename: "operations.ts",
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [{ location: "operations.graphql", document: parse(source) }],
    config: {
      scalars: SCALARS,
      enumType: "string-literal",
      useTypeImports: true,
      documentMode: "string",
      skipTypename: true,
      inputMaybeValue: "T | null | undefined",
    },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations, documents },
  });
  return `${HEADER}${generated}`;
}
