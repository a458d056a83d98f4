import { beforeEach, expect, test } from "@jest/globals";
import { type OperationDefinitionNode, parse } from "postgraphile/graphql";
import { type Asked, PlannedOperations } from "../../src/graphql/requests/planned-operations.ts";

let planned: PlannedOperations;
beforeEach(() => {
  planned = new PlannedOperations();
});

const asksOf = (text: string) => {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  return {
    has: (asked: Asked = {}) => planned.has(document, operation, asked),
    add: (asked: Asked = {}, isNew = true) => planned.add(document, operation, asked, isNew),
  };
};
const given = (variableValues: Asked["variableValues"]): Asked => ({ variableValues });

test("an operation is known once it is planned, and no other one of the same text", () => {
  const [one, other] = [asksOf("{ apiVersion }"), asksOf("{ apiVersion }")];
  expect(one.has()).toBe(false);
  one.add();
  expect([one.has(), other.has()]).toEqual([true, false]);
});

test("each value of a variable in @include or @skip has a plan of its own, in fragments too", () => {
  const { has, add } = asksOf(
    `query ($a: Boolean!, $b: Boolean = true) { me @include(if: $a) { id ...f } }
     fragment f on User { name @skip(if: $b) email @include(if: true) }`,
  );
  add(given({ a: true, b: true }));
  expect(has(given({ a: true, b: true }))).toBe(true);
  expect(has(given({ a: true }))).toBe(true);
  expect(has(given({ a: false, b: true }))).toBe(false);
  expect(has(given({ a: true, b: false }))).toBe(false);
});

test("other variables matter only by being given, null or absent", () => {
  const { has, add } = asksOf("query ($n: Int, $text: String) { alerts(limit: $n) { id } }");
  add(given({ n: 1, text: "a" }));
  expect(has(given({ n: 2, text: "b" }))).toBe(true);
  expect(has(given({ n: null, text: "b" }))).toBe(false);
  expect(has(given({ text: "b" }))).toBe(false);
  add(given({ n: null, text: "b" }));
  expect(has(given({ text: "b" }))).toBe(false);
});

test("a Boolean variable that is no condition matters only by being given", () => {
  const { has, add } = asksOf("query ($seen: Boolean) { notifications(seen: $seen) { id } }");
  add(given({ seen: true }));
  expect(has(given({ seen: false }))).toBe(true);
});

test("an absent variable with a default counts as given", () => {
  const { has, add } = asksOf("query ($n: Int = 1) { alerts(limit: $n) { id } }");
  add(given({ n: 5 }));
  expect([has(), has({ variableValues: null }), has(given({ n: null }))]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(["constructor", "toString", "__proto__"])(
  "a variable named %s is absent if it is not given, and its default counts",
  (name) => {
    const absent = asksOf(`query ($${name}: Int) { alerts(limit: $${name}) { id } }`);
    absent.add(JSON.parse(`{"variableValues":{"${name}":1}}`));
    expect(absent.has(given({}))).toBe(false);
    const byDefault = asksOf(`query ($${name}: Boolean = true) { me @skip(if: $${name}) { id } }`);
    byDefault.add(given({}));
    expect(byDefault.has(JSON.parse(`{"variableValues":{"${name}":true}}`))).toBe(true);
    expect(byDefault.has(JSON.parse(`{"variableValues":{"${name}":false}}`))).toBe(false);
  },
);

test("an operation has another plan for another onError, which is PROPAGATE by default", () => {
  const { has, add } = asksOf("{ apiVersion }");
  add({ onError: "PROPAGATE" });
  expect([has(), has({ onError: "NULL" })]).toEqual([true, false]);
});

test("the ten cases of an operation that were used last stay known, as in Grafast", () => {
  const bits = [0, 1, 2, 3];
  const declared = bits.map((bit) => `$v${bit}: Boolean!`).join(" ");
  const fields = bits.map((bit) => `v${bit}: apiVersion @skip(if: $v${bit})`).join(" ");
  const { has, add } = asksOf(`query (${declared}) { ${fields} }`);
  const valuesOf = (n: number) =>
    given(Object.fromEntries(bits.map((bit) => [`v${bit}`, ((n >> bit) & 1) === 1])));
  for (let n = 0; n < 10; n += 1) add(valuesOf(n));
  add(valuesOf(0), false);
  add(valuesOf(10));
  expect([0, 1, 2, 10].map((n) => has(valuesOf(n)))).toEqual([true, false, true, true]);
});

test("the operations that were planned last stay known, while there is room", () => {
  planned = new PlannedOperations(100_000);
  const all = Array.from({ length: 5 }, () => asksOf("{ apiVersion }"));
  for (const { add } of all) add();
  expect(all.map(({ has }) => has())).toEqual([false, true, true, true, true]);
});

test("an operation that is used again takes no more room", () => {
  planned = new PlannedOperations(100_000);
  const all = Array.from({ length: 4 }, () => asksOf("{ apiVersion }"));
  for (const { add } of all) for (let time = 0; time < 5; time += 1) add({}, time === 0);
  expect(all.map(({ has }) => has())).toEqual([true, true, true, true]);
});

test("a longer document takes more room", () => {
  planned = new PlannedOperations(100_000);
  const [one, long] = [asksOf("{ apiVersion }"), asksOf(`{ apiVersion } #${"x".repeat(200)}`)];
  for (const { add } of [one, long]) add();
  expect([one.has(), long.has()]).toEqual([true, true]);
  asksOf("query ($a: Boolean!) { me @skip(if: $a) { id } }").add();
  expect([one.has(), long.has()]).toEqual([false, true]);
});

test("an operation that was planned twice for one case always counts as not planned", () => {
  const { has, add } = asksOf("{ apiVersion }");
  add();
  add({}, false);
  expect(has()).toBe(true);
  add();
  expect(has()).toBe(false);
  add({}, false);
  expect(has()).toBe(false);
});
