import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { blocksOf, PROJECT, pageAt } from "./markdown.ts";

const page = pageAt("docs/contributing.md");

/** Returns what a recipe says: the text of its section, and its SQL. */
function recipe(heading: string): { text: string; sql: string[] } {
  const [, text = ""] = page.text.split(`\n## ${heading}\n`);
  const section = text.slice(0, text.indexOf("\n## "));
  const blocks = blocksOf({ path: page.path, text: section });
  return {
    text: section,
    sql: blocks.filter(({ language }) => language === "sql").map(({ code }) => code),
  };
}

const fixture = (name: string) => readFileSync(`${PROJECT}/migrations/fixtures/${name}`, "utf8");

/** Returns the code that a recipe's table names beside a file. */
function codeBeside(text: string, file: string, pattern: RegExp): string {
  const row = text.split("\n").find((line) => line.includes(`\`migrations/fixtures/${file}\``));
  const [, code] = pattern.exec(row ?? "") ?? [];
  if (!code) throw new Error(`No code beside ${file}: ${row}`);
  return code;
}

/** Puts the included text where a migration includes it. */
const includes = (sql: string, name: string, body: string) => {
  expect(sql).toContain(`--! include ${name}\n`);
  return sql.replace(`--! include ${name}\n`, () => `${body}\n`);
};

(isNative ? describe : describe.skip)("the recipes of contributing.md", () => {
  let service: TestService;
  beforeAll(async () => {
    const field = recipe("A field");
    const edit = "users/app_public.user_edit.sql";
    const column = codeBeside(field.text, edit, /`(phone = [^`]+)`/);
    const address = /^ *address = coalesce/m;
    expect(fixture(edit)).toMatch(address);

    const rule = recipe("A rule");
    const limit = "matching/app_private.oldest_fresh.sql";
    const older = codeBeside(rule.text, limit, /`(at - [^`]+)`/);
    expect(fixture(limit)).toContain("select at - max_position_age\n");

    const [table = "", write = ""] = recipe("A table with row-level security").sql;
    service = await startTestService(
      {},
      undefined,
      [
        includes(field.sql[0] ?? "", edit, fixture(edit).replace(address, `${column}\n$&`)),
        fixture(limit).replace("at - max_position_age", older),
        includes(table, "places/app_public.place_add.sql", write),
        recipe("A mutation").sql[0],
      ].join("\n"),
    );
  });
  afterAll(() => service?.stop());

  const ask = async (query: string, as: TestUser, variables = {}) => {
    const { data, errors } = await service.graphql(query, variables, as);
    expect(errors).toBeUndefined();
    return data;
  };

  test("a field can be edited, read and filtered by, and its constraint says what is wrong", async () => {
    const user = await service.newUser();
    const edit = `mutation ($phone: String) { userEdit(id: ${user.id}, input: { phone: $phone }) { phone address } }`;
    expect(await ask(edit, user, { phone: "+39 1" })).toEqual({
      userEdit: { phone: "+39 1", address: "" },
    });
    const found = '{ usersConnection(condition: { phone: "+39 1" }) { nodes { id phone } } }';
    expect(await ask(found, service.admin)).toEqual({
      usersConnection: { nodes: [{ id: user.id, phone: "+39 1" }] },
    });
    const long = await service.graphql(edit, { phone: "1".repeat(41) }, user);
    expect(long.errors?.[0]?.message).toBe("phone must have 40 characters at most.");
  });

  test("a rule holds for a publication", async () => {
    const [young, old] = (await service.newUsers(2)) as [TestUser, TestUser];
    const { rows } = await service.owner.query("select extract(epoch from now())::integer as now");
    const report = (user: TestUser, age: number) =>
      ask(
        `mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL, takenAt: ${rows[0].now - age} }) { id } }`,
        user,
      );
    await report(young, 601);
    await report(old, 3600);
    const points =
      "[{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, { latitude: 1, longitude: 0.5 }]";
    await ask(
      `mutation { newAlert(input: { points: ${points}, maxPositionAge: 600, text1: "a", text2: "b", text3: "c" }) { id } }`,
      service.admin,
    );
    const list = "{ notifications { level } }";
    expect(await ask(list, young)).toEqual({ notifications: [{ level: "ONE" }] });
    expect(await ask(list, old)).toEqual({ notifications: [] });
    // The recipe of a mutation.
    const seen = "mutation { notificationsSeen(alertId: 1) { seen } }";
    expect(await ask(seen, young)).toEqual({ notificationsSeen: [{ seen: true }] });
    expect(await ask(seen, young)).toEqual({ notificationsSeen: [] });
  });

  test("rows of a table belong to their user, in GraphQL and in SQL", async () => {
    const [user, other] = (await service.newUsers(2)) as [TestUser, TestUser];
    expect(await ask('mutation { placeAdd(name: "Home") { name user { id } } }', user)).toEqual({
      placeAdd: { name: "Home", user: { id: user.id } },
    });
    const list = "{ places { name } }";
    expect(await ask(list, user)).toEqual({ places: [{ name: "Home" }] });
    expect(await ask(list, other)).toEqual({ places: [] });
    const insert = `begin; set local role app_user; set local jwt.claims.user_id = '${other.id}';
      insert into app_public.places (user_id, name) values (${user.id}, 'Not mine')`;
    const client = await service.owner.connect();
    try {
      await expect(client.query(insert)).rejects.toThrow(/row-level security/);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
