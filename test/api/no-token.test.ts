/** @database server */
import { describe, expect, test } from "@jest/globals";
import type { Pool } from "pg";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { type Answer, refusals, runTestService } from "../helpers/service.ts";
import { open } from "../live/client.ts";

const service = runTestService();

const LOG_IN = "Log in first: this needs a valid token.";
const NEW =
  "mutation { newPosition(input: { latitude: 1, longitude: 1, movingActivity: STILL }) { id } }";

/** Documents that need a token, with the data and the places of errors in an answer without one. */
const REFUSED: [query: string, data: unknown, places: string[]][] = [
  ["{ alerts { id } }", { alerts: null }, ["alerts"]],
  ["{ apiVersion alerts { id } }", { apiVersion: "1.0", alerts: null }, ["alerts"]],
  ["{ a: me { id } users { id } }", { a: null, users: null }, ["a", "users"]],
  ["{ user(id: 1) { id } }", { user: null }, ["user"]],
  ["{ positionsConnection { totalCount } }", { positionsConnection: null }, []],
  [NEW, { newPosition: null }, ["newPosition"]],
  ["mutation { quietHoursRemove { id } }", { quietHoursRemove: null }, ["quietHoursRemove"]],
  [
    'mutation { userPasswordEdit(input: { password1: "a password", password2: "a password" }) { id } }',
    { userPasswordEdit: null },
    ["userPasswordEdit"],
  ],
  ['mutation { alertCancel(id: 1, text: "b") { id } }', { alertCancel: null }, ["alertCancel"]],
];

describe("without a token", () => {
  test.each(REFUSED)("fields that need one are refused in %s", async (query, data, places) => {
    const client = await open(service.url);
    // The second request may take the fast path.
    const ask = () => service.graphql(query);
    for (const answer of [await ask(), await ask(), await client.ask(query)] as Answer[]) {
      expect(answer.data).toEqual(data);
      expect(new Set(answer.errors?.map(({ message }) => message))).toEqual(new Set([LOG_IN]));
      if (places.length === 0) continue;
      expect(refusals(answer).sort()).toEqual(places.map((place) => `UNAUTHENTICATED at ${place}`));
    }
    client.socket.close();
  });

  test.each([
    "notificationAdded { id }",
    "positionAdded { id }",
    "lastPositionChanged { userId }",
    "alertProgress(id: 1) { id }",
  ])("the subscription %s is refused", async (field) => {
    const client = await open(service.url);
    const answer = await client.ask(`subscription { ${field} }`);
    expect(refusals(answer)).toEqual([expect.stringMatching(/^UNAUTHENTICATED/)]);
    client.socket.close();
  });

  test("the host does not connect to the database", async () => {
    const pool = { connect: () => Promise.reject(new Error("connected")) } as unknown as Pool;
    const withPgClient = createWithPgClient({ pool });
    const read = () =>
      withPgClient({ identity: undefined }, (client) => client.query({ text: "select 1" }));
    await expect(read()).rejects.toThrow(LOG_IN);
    const known = { identity: { userId: 1, sessionId: 1 } };
    await expect(withPgClient(known, async () => {})).rejects.toThrow("connected");
  });

  test("the database role cannot read alerts either", async () => {
    const client = await service.database.hostPool.connect();
    await client.query("begin");
    await client.query("set local role app_anonymous");
    await expect(client.query("select * from app_public.alerts")).rejects.toThrow(
      "permission denied",
    );
    await client.query("rollback");
    client.release();
  });
});
