import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { readForEach } from "../../src/database/request-adaptor.ts";
import { insertUser, openClone } from "../helpers/database.ts";

let database: Database;
let userId: number;
beforeAll(async () => {
  database = await openClone(openDatabase);
  userId = await insertUser(database);
  await database.ownerPool.query(
    "insert into app_public.sessions (user_id, id, expires_at) overriding system value values ($1, 1, now() + interval '1 day')",
    [userId],
  );
});
afterAll(() => database.close());

test("an event that is too large fails for its subscriber alone", async () => {
  const settings = { "token.user_id": String(userId), "token.session_id": "1" };
  const text = "select length(t)::text, t from repeat('x', $1::int) t";
  const readings = [3, 5_000_000, 4].map((length) => ({ settings, text, values: [length] }));
  const results = await Promise.allSettled(await readForEach(database.hostPool, text, readings));
  expect(
    results.map((one) => (one.status === "fulfilled" ? one.value : one.reason.message)),
  ).toEqual([
    [["3", "xxx"]],
    "An event is larger than 4000000 bytes: follow fewer fields.",
    [["4", "xxxx"]],
  ]);
});
