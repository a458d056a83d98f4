/** @database server */
import { expect } from "@jest/globals";
import { owner, type Row, refusal, type Scene, stage } from "./scene.ts";

/** app_public.users_import(): how many users, and what it keeps of each. */

const { test } = stage();

const IMPORT = `select * from app_public.users_import(
  array(select json_populate_recordset(null::app_public.user_import, $1)), $2)`;
const imported = async (s: Scene, users: object[], isDry = false): Promise<Row[]> =>
  await s.as(await s.user(true), IMPORT, [JSON.stringify(users), isDry]);

test("an imported address is trimmed, and may be missing", async (s) => {
  const rows = await imported(s, [
    { email: "a@example.org", name: "A", address: " Main street 1 " },
    { email: "b@example.org", name: "B" },
  ]);
  expect(
    await s.as(owner)`select address from app_public.users
      where id = any (${rows.map(({ user_id }) => user_id)}) order by email`,
  ).toEqual([{ address: "Main street 1" }, { address: "" }]);
});

test("the error of an entry names its missing field", async (s) => {
  const rows = await imported(s, [{ name: "A" }, { email: "b@example.org" }]);
  expect(rows.map(({ error }) => error)).toEqual(["email is missing.", "name is missing."]);
});

test("one request may have 5,000 entries, and 5,001 are refused", async (s) => {
  expect(await imported(s, Array(5000).fill({ name: "A" }), true)).toHaveLength(5000);
  const many = imported(s, Array(5001).fill({ name: "A" }), true);
  await expect(many).rejects.toMatchObject(refusal("LA400"));
});

test("one invalid entry at any position prevents the import of all", async (s) => {
  const [a, b] = [
    { email: "a@example.org", name: "A" },
    { email: "b@example.org", name: "B" },
  ];
  for (const users of [
    [{ name: "C" }, a, b],
    [a, { name: "C" }, b],
    [a, b, { name: "C" }],
  ]) {
    expect((await imported(s, users)).map(({ user_id }) => user_id)).toEqual([null, null, null]);
    expect(
      await s.as(owner)`select from app_public.users where email ~ '^[ab]@example.org$'`,
    ).toEqual([]);
  }
  expect((await imported(s, [a, b])).map(({ error }) => error)).toEqual([null, null]);
});
