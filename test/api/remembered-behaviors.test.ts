import { expect, test } from "@jest/globals";
import { loadSchemaExport } from "../helpers/code.ts";
import { openClone } from "../helpers/database.ts";

const COUNTING = new URL("./counting-plugin.ts", import.meta.url).href;

test("remembering behaviors does not change the schema, and saves four fifths of the reads", async () => {
  const { graphqlSchema } = await loadSchemaExport();
  // graphile-config refuses objects of Jest's own realm, so the plugin is imported outside it.
  const { makeCountingPlugin } = await importOnce<typeof import("./counting-plugin.ts")>(COUNTING);
  const database = await openClone();
  const schemaWithout = async (names: string[]) => {
    const { counted, CountingPlugin } = makeCountingPlugin();
    const schema = await graphqlSchema(
      database.hostPool,
      () => {},
      (preset) => ({ extends: [preset], plugins: [CountingPlugin], disablePlugins: names }),
    );
    return { schema, reads: counted.reads };
  };
  try {
    const plain = await schemaWithout(["RememberedBehaviorsPlugin"]);
    const remembering = await schemaWithout([]);
    expect(remembering.schema).toBe(plain.schema);
    expect(remembering.reads).toBeLessThan(plain.reads / 5);
  } finally {
    await database.close();
  }
});
