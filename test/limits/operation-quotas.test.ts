import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { makeDoormanPlugin } from "../../src/graphql/requests/doorman.ts";
import { KnownDocuments, knownDocument } from "../../src/graphql/requests/known-documents.ts";
import { Request } from "../../src/graphql/requests/request.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";
import type { Identity } from "../../src/people/tokens.ts";
import { readConfig } from "../../src/settings/config.ts";

/** Tests from whose quota an operation takes, and how much. */

type Hook = (next: () => Promise<string>, event: { args: object }) => Promise<unknown>;

const limits = readConfig({}).limits.document;

/** Executes an operation, and subscribes to it. Both must take the same from quotas. Returns what they took. */
async function taken(
  text: string,
  identity?: Partial<Identity>,
  { operationName, variableValues }: { operationName?: string; variableValues?: object } = {},
  log?: LoggedRequest,
) {
  const taken: object[] = [];
  const { grafast } = makeDoormanPlugin(
    (error) => error,
    async ({ userId, address }, counts) => {
      taken.push({ of: userId || address(), ...counts });
      return 0;
    },
    limits,
    true,
    new KnownDocuments(),
  );
  const address = () => "192.0.2.1";
  const request = new Request({ identity: identity as Identity, address, log });
  request.asked = knownDocument(parse(text));
  const { document } = request.asked;
  const args = { document, operationName, variableValues, contextValue: { request } };
  const hooks = grafast?.middleware as unknown as { execute: Hook; subscribe: Hook };
  for (const hook of [hooks.execute, hooks.subscribe]) {
    expect(await hook(async () => "answer", { args })).toBe("answer");
  }
  const [executed, subscribed] = taken;
  expect(taken).toEqual(executed ? [executed, executed] : []);
  return subscribed;
}
const CANCEL = 'mutation { alertCancel(id: 1, text: "x") { id } }';

test("a user's operation counts for the user, and a stranger's for the address", async () => {
  expect(await taken("{ me { id } }", { userId: 7 })).toEqual({ of: "7", reports: 0, others: 1 });
  expect(await taken("{ me { id } }")).toEqual({ of: "192.0.2.1", reports: 0, others: 1 });
});

test("only administrators publish without taking from a quota", async () => {
  expect(await taken(CANCEL, { userId: 7, isAdmin: true })).toMatchObject({ others: 0 });
  expect(await taken(CANCEL, { userId: 7 })).toMatchObject({ others: 1 });
  expect(await taken(CANCEL)).toMatchObject({ others: 1 });
});

test("a batch in variables counts as its reports", async () => {
  const text = "mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }";
  const variableValues = { input: [1, 2, 3] };
  expect(await taken(text, { userId: 7 }, { variableValues })).toMatchObject({ reports: 3 });
  expect(await taken(text, { userId: 7 })).toMatchObject({ reports: 1 });
});

test("a request with reports counts as at least one for each thousand bytes, and others do not", async () => {
  const request = new LoggedRequest("a-1");
  request.bytes = 2_001;
  const batch = (count: number) =>
    `mutation { newPositions(input: [${"{}".repeat(count)}]) { id } }`;
  const takenNow = (text: string) => taken(text, { userId: 7 }, {}, request);
  expect(await takenNow(batch(1))).toMatchObject({ reports: 3, others: 0 });
  expect(await takenNow(batch(4))).toMatchObject({ reports: 4, others: 0 });
  expect(await takenNow("{ me { id } }")).toMatchObject({ reports: 0, others: 1 });
});

test("a batch that is a variable's default counts as its reports, unless another one is given", async () => {
  const text =
    "mutation ($input: [PositionInput!]! = [{}, {}, {}, {}]) { a: newPositions(input: $input) { id } b: newPositions(input: $input) { id } }";
  expect(await taken(text, { userId: 7 })).toMatchObject({ reports: 8 });
  const variableValues = { input: [1, 2, 3] };
  expect(await taken(text, { userId: 7 }, { variableValues })).toMatchObject({ reports: 6 });
});

test.each(["constructor", "toString", "valueOf", "__proto__"])(
  "a batch that is the default of a variable named %s counts as its reports",
  async (name) => {
    const text = `mutation ($${name}: [PositionInput!]! = [{}, {}, {}]) { newPositions(input: $${name}) { id } }`;
    expect(await taken(text, { userId: 7 })).toMatchObject({ reports: 3 });
    const variableValues = JSON.parse(`{"${name}":[1,2]}`);
    expect(await taken(text, { userId: 7 }, { variableValues })).toMatchObject({ reports: 2 });
  },
);

test("of several operations only the named one counts, and an unknown name counts nothing", async () => {
  const text = "query A { me { id } } query B { a: me { id } b: me { id } }";
  expect(await taken(text, undefined, { operationName: "B" })).toMatchObject({ others: 2 });
  expect(await taken(text, undefined, { operationName: "C" })).toBeUndefined();
});
