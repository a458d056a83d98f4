/** @database server */
import { expect, test } from "@jest/globals";
import { loadPreset, loadSchemaExport } from "../helpers/code.ts";
import { openClone } from "../helpers/database.ts";

test("the plugins that are left out as unused would not change the schema", async () => {
  const { graphqlSchema } = await loadSchemaExport();
  const { UNUSED_PLUGINS } = await loadPreset();
  const unused: readonly string[] = UNUSED_PLUGINS;
  const database = await openClone();
  try {
    const schemaWithout = (names: readonly string[]) =>
      graphqlSchema(
        database.hostPool,
        () => {},
        ({ disablePlugins, ...preset }) => {
          const others = disablePlugins?.filter((name) => !unused.includes(name)) ?? [];
          return { ...preset, disablePlugins: [...others, ...names] };
        },
      );
    const whole = await schemaWithout([]);
    expect(await schemaWithout(unused)).toBe(whole);
    // Leaving out another plugin makes a difference.
    expect(await schemaWithout([...unused, "AggregatesPlugin"])).not.toBe(whole);
  } finally {
    await database.close();
  }
});
