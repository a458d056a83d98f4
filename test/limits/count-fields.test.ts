import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { sizeOf } from "../../src/graphql/requests/document-size.ts";
import { countFields, namesOf, type RootFields } from "../../src/graphql/requests/root-fields.ts";

function count(text: string, variables = {}, isAdmin = false) {
  const [roots] = sizeOf(parse(text)).roots.values();
  const { reports, others } = countFields(roots as RootFields, variables, isAdmin);
  return [reports, others];
}

const three = [{}, {}, {}];

test.each<[string, object, number[]]>([
  ["{ alerts { id alert { id } } me { id } }", {}, [0, 2]],
  ["{ a: me { id } b: me { id } ... { c: me { id } } }", {}, [0, 3]],
  [
    "{ ...F ...F } fragment F on Query { me { id } ...G } fragment G on Query { users { id } }",
    {},
    [0, 4],
  ],
  ["query F { ...F } fragment F on Query { a: me { id } b: me { id } }", {}, [0, 2]],
  ["mutation { a: newPosition(input: {}) { id } b: newPosition(input: {}) { id } }", {}, [2, 0]],
  ["mutation { newPositions(input: [{}, {}]) { id } }", {}, [2, 0]],
  ["mutation { newPositions(input: []) { id } }", {}, [1, 0]],
  ["mutation { newPositions(input: {}) { id } }", {}, [1, 0]],
  [
    "mutation ($i: [P!]!) { newPositions(input: $i) { id } me: userEdit { id } }",
    { i: three },
    [3, 1],
  ],
  [
    "mutation ($i: [P!]!) { ...F ...F } fragment F on Mutation { newPositions(input: $i) { id } }",
    { i: three },
    [6, 0],
  ],
  ["mutation ($i: [P!]!) { newPositions(input: $i) { id } }", {}, [1, 0]],
  ["mutation { newAlert { id } alertUpdate { id } alertCancel { id } }", {}, [0, 3]],
  ["subscription { positionAdded { id } }", {}, [0, 1]],
])("reports and other fields are counted in %s with %j", (text, variables, expected) => {
  expect(count(text, variables)).toEqual(expected);
});

test("a login and a refresh count nothing, as they have limits of their own", () => {
  expect(count('mutation { sessionRefresh(refreshToken: "") { accessToken } }')).toEqual([0, 0]);
  expect(count("mutation { login(input: {}) { userId } }")).toEqual([0, 0]);
  expect(count("mutation { sessionBegin(input: {}) { accessToken } }")).toEqual([0, 0]);
});

test("an administrator's publication counts nothing", () => {
  const text =
    "mutation { newAlert { id } alertUpdate { id } alertCancel { id } publicationHold { id } publicationTakeBack { id } userRights { id } }";
  expect(count(text, {}, true)).toEqual([0, 1]);
});

test("at most five root fields are named in the log", () => {
  const [roots] = sizeOf(
    parse("{ a b ... { c ...F } } fragment F on Query { d e f g }"),
  ).roots.values();
  expect(namesOf(roots as RootFields)).toEqual(["a", "b", "c", "d", "e"]);
});

test("counting takes linear time for fragments that use others twice", () => {
  const fragments = Array.from(
    { length: 1000 },
    (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
  );
  const text = `{ ...F0 } ${fragments.join(" ")} fragment F1000 on Query { me { id } }`;
  expect(count(text)[1]).toBeGreaterThan(1e300);
});

test("counting ends for a fragment that uses itself", () => {
  expect(count("{ ...F } fragment F on Query { me { id } ...F }")).toEqual([0, 1]);
});
