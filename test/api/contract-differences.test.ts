/** @database server */
import { expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import { contractDifferences } from "./contract-differences.ts";

const CONTRACT = `
  scalar Int64
  enum Level { ONE TWO }
  input Point { latitude: Float! label: String }
  type User { id: Int! names: [String!]! }
  type Query { users(limit: Int64, at: Point): [User!] }`;

const differences = (change: [from: string, to: string]) =>
  contractDifferences(buildSchema(CONTRACT), buildSchema(CONTRACT.replace(...change)));

test("a contract has no differences from itself", () => {
  expect(differences(["", ""])).toEqual([]);
});

test.each<[string, [string, string]]>([
  ["a new type", ["scalar Int64", "scalar Int64 type Alert { id: Int }"]],
  ["a new field", ["id: Int!", "id: Int! email: String!"]],
  ["a new optional argument", ["limit: Int64", "limit: Int64, offset: Int64"]],
  ["a new argument with a default", ["limit: Int64", "limit: Int64, offset: Int64! = 0"]],
  ["a default", ["limit: Int64", "limit: Int64 = 20"]],
  ["a new optional input field", ["label: String", "label: String colour: String"]],
  ["a description", ["type User", '"Someone." type User']],
  ["another order", ["id: Int! names: [String!]!", "names: [String!]! id: Int!"]],
])("contractDifferences ignores %s", (_what, change) => {
  expect(differences(change)).toEqual([]);
});

test.each<[string, [string, string], string]>([
  ["a dropped field", ["id: Int!", ""], "User.id is missing"],
  ["a renamed type", ["type User", "type Person { id: Int! } type Users"], "User is missing"],
  ["a dropped argument", ["limit: Int64, ", ""], "Query.users.limit is missing"],
  ["a dropped input field", ["label: String", ""], "Point.label is missing"],
  ["a field that became nullable", ["id: Int!", "id: Int"], "User.id is Int, not Int!"],
  [
    "a field that became non-null",
    [": [User!] }", ": [User!]! }"],
    "Query.users is [User!]!, not [User!]",
  ],
  [
    "items that became nullable",
    ["[String!]!", "[String]!"],
    "User.names is [String]!, not [String!]!",
  ],
  ["another type of a field", ["id: Int!", "id: ID!"], "User.id is ID!, not Int!"],
  [
    "another type of an argument",
    ["limit: Int64", "limit: Int"],
    "Query.users.limit is Int, not Int64",
  ],
  [
    "an argument that became required",
    ["limit: Int64", "limit: Int64!"],
    "Query.users.limit is Int64!, not Int64",
  ],
  [
    "an input field that became optional",
    ["latitude: Float!", "latitude: Float"],
    "Point.latitude is Float, not Float!",
  ],
  [
    "a new required argument",
    ["limit: Int64", "limit: Int64, of: Int!"],
    "Query.users.of is new and required",
  ],
  [
    "a new required input field",
    ["label: String", "label: String colour: String!"],
    "Point.colour is new and required",
  ],
  ["a dropped value", ["ONE TWO", "ONE"], "Level has the values ONE, not ONE TWO"],
  ["a new value", ["ONE TWO", "ONE TWO THREE"], "Level has the values ONE THREE TWO, not ONE TWO"],
  [
    "another kind of type",
    ["enum Level { ONE TWO }", "scalar Level"],
    "Level is another kind of type",
  ],
])("contractDifferences reports %s", (_what, change, difference) => {
  const contract = buildSchema(CONTRACT);
  const changed = CONTRACT.replace(...change).replaceAll(
    "[User!]",
    change[1].includes("type Users") ? "[Users!]" : "[User!]",
  );
  expect(contractDifferences(contract, buildSchema(changed))).toContain(difference);
});
