/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { grafast } from "postgraphile/grafast";
import { defaultPreset, makeSchema } from "postgraphile/graphile-build";
import { makeServicePreset } from "../../src/graphql/service/index.ts";
import { Int64Plugin } from "../../src/graphql/types/int64.ts";

const STATES = `{ pushProviders { provider state reason since } mailServer { state reason since } }`;
let made: Awaited<ReturnType<typeof makeSchema>>;
beforeAll(async () => {
  const status = {
    expo: "on",
    fcm: "on",
    webPush: "off: set VAPID_PUBLIC_KEY",
    email: "on",
    ntfy: "on",
    sms: "on",
  };
  const push = { status, vapidPublicKey: undefined, ntfyUrl: undefined };
  made = await makeSchema({
    extends: [defaultPreset, makeServicePreset(push, { status: "on" }, undefined)],
    plugins: [Int64Plugin],
  });
});

/** Returns what administrators read if the database reports these failures. */
async function statesIf(failing: { pushes: object | null; mail: object | null }) {
  const withPgClient = async (_settings: unknown, callback: (client: object) => unknown) =>
    await callback({
      query: async ({ text }: { text: string }) => {
        expect(text).toMatch("select app_public.require_viewer(), ");
        return { rows: [{ failing: /mail/.test(text) ? failing.mail : failing.pushes }] };
      },
    });
  const contextValue = { withPgClient, request: {} };
  const answer = await grafast({ ...made, source: STATES, contextValue } as never);
  return (answer as { data: Record<string, unknown> }).data;
}

const ON = { state: "ON", reason: null, since: null };

test("administrators read whether pushes and mails go out, why not, and since when", async () => {
  const since = "2026-01-02T03:04:05.678901+00:00";
  const failing = { since, why: "no answer within 30 s" };
  expect(await statesIf({ pushes: { fcm: failing }, mail: failing })).toEqual({
    pushProviders: [
      { provider: "expo", ...ON },
      { provider: "fcm", state: "FAILING", reason: failing.why, since: 1_767_323_045 },
      { provider: "web_push", state: "OFF", reason: "set VAPID_PUBLIC_KEY", since: null },
      { provider: "email", ...ON },
      { provider: "ntfy", ...ON },
      { provider: "sms", ...ON },
    ],
    mailServer: { state: "FAILING", reason: failing.why, since: 1_767_323_045 },
  });
});

test("configured push providers and mail are ON if the database reports no failure", async () => {
  const { pushProviders, mailServer } = await statesIf({ pushes: null, mail: null });
  expect([pushProviders, mailServer]).toMatchObject([[ON, ON, { state: "OFF" }, ON, ON, ON], ON]);
});
