import { readFile, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SCHEMA = path("../schema.graphql");
const SOURCE = path("src/api/operations.graphql");
const OUTPUT = path("src/api/operations.ts");
const THIS = fileURLToPath(import.meta.url);

/** The types of custom scalars in the console. */
const SCALARS = {
  Int64: "number",
  BigFloat: "string",
  BigInt: "string",
  Cursor: "string",
  JSON: "unknown",
  GeoJSON: "import('geojson').Geometry",
};

const modified = async (file: string) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

/**
 * Writes the console's operations as TypeScript, if they are older than what they are made of: each document with the
 * types of its variables and its answer. Fails if an operation asks for a field that the API does not have.
 */
export async function writeOperations(): Promise<void> {
  const made = await modified(OUTPUT);
  const times = await Promise.all([SCHEMA, SOURCE, THIS].map(modified));
  if (times.every((time) => time < made)) return;
  const { codegen } = await import("@graphql-codegen/core");
  const { buildSchema, parse } = await import("graphql");
  const operations = await import("@graphql-codegen/typescript-operations");
  const documents = await import("@graphql-codegen/typed-document-node");
  const schema = await readFile(SCHEMA, "utf8");
  const generated = await codegen({
    filename: "operations.ts",
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [
      { location: "operations.graphql", document: parse(await readFile(SOURCE, "utf8")) },
    ],
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
  const small = generated.replace(/TypedDocumentString\(`[^`]*/g, (one) =>
    one.replace(/\s+/g, " "),
  );
  // Documents of fragments, which nobody uses alone, do not come into the pages then.
  await writeFile(OUTPUT, small.replaceAll("= new Typed", "= /*#__PURE__*/ new Typed"));
}

if (import.meta.main) await writeOperations();
