/** @database server */
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import type { Pool } from "pg";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { type Answer, refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "../live/client.ts";

/** Who may ask for what, as docs/clients.md says: without a token, and as an ordinary user. */

const QUOTA = "10000";
const service = runTestService({ ANONYMOUS_BURST: QUOTA, REQUEST_BURST: QUOTA });
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  [user, other] = (await service.newUsers(2)) as [TestUser, TestUser];
  await service.owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      values (1, $1, 'TWO', 1, 2, 'STILL')`,
    [other.id],
  );
});

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
const page = await read("docs/clients.md");
// contract.test.ts proves that the service serves this file.
const schema = buildSchema(await read("schema.graphql"));
const queries = schema.getQueryType()?.getFields() ?? {};
const mutations = schema.getMutationType()?.getFields() ?? {};
const kindOf = (field: string) => (field in queries ? "query" : "mutation");

/** Returns a value of a type, as documents write it, with the required fields only. */
function exampleOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return `[${exampleOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name as string;
  if (isInputObjectType(type)) {
    return `{ ${argumentsOf(Object.values(type.getFields()).filter(isRequiredInputField))} }`;
  }
  return { String: '"a fine password"', Boolean: "true" }[type.name] ?? "1";
}
const argumentsOf = (all: readonly { name: string; type: GraphQLInputType }[]) =>
  all.map(({ name, type }) => `${name}: ${exampleOf(type)}`).join(", ");

/** Returns a field as documents select it, with the required arguments and one value. */
function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const required = args.filter(isRequiredArgument);
  return `${name}${required.length > 0 ? `(${argumentsOf(required)})` : ""} ${valuesOf(type)}`;
}
function valuesOf(type: GraphQLOutputType): string {
  const of = getNamedType(type);
  if (!isObjectType(of)) return "";
  const fields = Object.values(of.getFields());
  const chosen = fields.find((field) => isLeafType(getNamedType(field.type))) ?? fields[0];
  return `{ ${selectionOf(chosen as GraphQLField<unknown, unknown>)} }`;
}

/** Asks for each field of the roots. Returns the fields that are answered with such an error. */
async function refused(error: string, as?: () => Promise<TestUser>): Promise<string[]> {
  const found: string[] = [];
  for (const field of [...Object.values(queries), ...Object.values(mutations)]) {
    const document = `${kindOf(field.name)} { ${selectionOf(field)} }`;
    const { errors = [] } = await service.graphql(document, {}, await as?.());
    const said = errors.map(({ message, extensions: { code } }) => `${code} ${message}`);
    if (said.some((one) => one.startsWith(error))) found.push(field.name);
  }
  return found.sort();
}

/** Returns the operations of docs/clients.md that such people may ask for. */
function documented(who: RegExp): string[] {
  const rows = page.matchAll(/^\| (`[\w`(), ]+`) \| ([^|]+) \| [^|]*\|$/gm);
  return Array.from(rows, ([, names = "", people = ""]) => {
    const each = people.split(", ");
    const operations = names.match(/(?<=`)\w+(?=`|\()/g) ?? [];
    return operations.filter(
      (name, at) => (name in queries || name in mutations) && who.test(each[at] ?? people),
    );
  })
    .flat()
    .sort();
}

const LOG_IN = "Log in first: this needs a valid token.";

test("every field of the roots needs a token, but for those that are documented for anyone", async () => {
  expect(await refused(`UNAUTHENTICATED ${LOG_IN}`)).toEqual(documented(/^(?!anyone|whoever)/));
});

test("the fields of the roots that are documented for administrators refuse others, and no other field does", async () => {
  // Each field has a user of its own, because a logout ends the session.
  const fields = await refused("FORBIDDEN", () => service.newUser());
  expect(fields).toEqual(documented(/^administrators/));
});

test.each(["delivery { level }", "pushFailures { reason }", "timeline { told }"])(
  "the field %s of alerts is for administrators",
  async (field) => {
    await service.graphql(
      `mutation { newAlert(input: {
        points: [{ latitude: 1, longitude: 1 }, { latitude: 1, longitude: 2 }, { latitude: 2, longitude: 2 }]
        text1: "a", text2: "b", text3: "c"
      }) { id } }`,
      {},
      service.admin,
    );
    const answer = await service.graphql(`{ alerts { ${field} } }`, {}, user);
    expect(refusals(answer)).toEqual(["FORBIDDEN at alerts"]);
  },
);

test.each([
  ["users", "user(id: $id) { id }"],
  ["users", 'userEdit(id: $id, input: { name: "Changed" }) { id }'],
  ["users", 'userEdit(id: $id, input: { name: "" }) { id }'],
  ["users", "userExport(id: $id) { url }"],
  ["notifications", "notificationUpdate(input: { id: $id, seen: true }) { id }"],
  ["sessions", "sessionEnd(id: $id) { id }"],
])("one of another user's %s is answered as an unknown one: %s", async (table, selection) => {
  const [field] = /^\w+/.exec(selection) as RegExpExecArray;
  const ask = (id: number) =>
    service.graphql(`${kindOf(field)} ($id: Int!) { ${selection} }`, { id }, user);
  const { rows } = await service.owner.query(
    `select id::int from app_public.${table} where ${table === "users" ? "id" : "user_id"} = $1`,
    [other.id],
  );
  const before = await service.contents();
  const answer = await ask(rows[0].id);
  expect(refusals(answer)).toEqual([`NOT_FOUND at ${field}`]);
  for (const id of [2_147_483_647, 0, -1]) expect(await ask(id)).toEqual(answer);
  expect(await service.contents()).toEqual(before);
});

describe("without a token", () => {
  test.each<[query: string, data: unknown, places: string[]]>([
    ["{ apiVersion alerts { id } }", { apiVersion: "1.0", alerts: null }, ["alerts"]],
    ["{ a: me { id } users { id } }", { a: null, users: null }, ["a", "users"]],
    ["{ positionsConnection { totalCount } }", { positionsConnection: null }, []],
    ["mutation { quietHoursRemove { id } }", { quietHoursRemove: null }, ["quietHoursRemove"]],
  ])("fields that need one are refused in %s, and no others", async (query, data, places) => {
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
});
