/** @database server */
import { expect, test } from "@jest/globals";
import { grafast } from "postgraphile/grafast";
import { defaultPreset, makeSchema } from "postgraphile/graphile-build";
import { makeWebPushKeyPlugin } from "../../src/graphql/service/web-push-key.ts";

async function keyIn(publicKey: string | undefined): Promise<unknown> {
  const plugins = [makeWebPushKeyPlugin(publicKey)];
  const { schema, resolvedPreset } = await makeSchema({ extends: [defaultPreset], plugins });
  return await grafast({ schema, resolvedPreset, source: "{ webPushPublicKey }" });
}

test("webPushPublicKey is the key, and null if Web Push is off", async () => {
  expect(await keyIn("BPk")).toEqual({ data: { webPushPublicKey: "BPk" } });
  expect(await keyIn(undefined)).toEqual({ data: { webPushPublicKey: null } });
});
