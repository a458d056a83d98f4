/** @database both */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import {
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
} from "graphql";
import { runTestService } from "../helpers/service.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const contractText = readFileSync(file("./contract.graphql"), "utf8");
const contract = buildSchema(contractText);

/**
 * Returns how a schema breaks a contract. Additions do not, except values of enums, because a client may list them all.
 * A type may not become stricter either, so the schemas are compared in both directions.
 */
const broken = (of: GraphQLSchema, schema: GraphQLSchema): string[] =>
  [
    ...findBreakingChanges(of, schema),
    ...findDangerousChanges(of, schema).filter(({ type }) => type === "VALUE_ADDED_TO_ENUM"),
    ...findBreakingChanges(schema, of).filter(({ type }) => type.endsWith("CHANGED_KIND")),
  ].map(({ description }) => description);

test.each([
  ["enum Level { ONE }", "enum Level { ONE TWO }"],
  ["type Query { a(b: Int!): [Int] }", "type Query { a(b: Int!): [Int]! }"],
  ["type Query { a(b: Int!): [Int] }", "type Query { a(b: Int): [Int] }"],
])("the contract %s is broken by %s", (contract, schema) => {
  expect(broken(buildSchema(contract), buildSchema(schema))).toHaveLength(1);
});

const ORIGINAL = file("../../../shared/contract.graphql");
const EXPORTED = file("../../schema.graphql");

describe("the served schema", () => {
  const service = runTestService();

  test("keeps the contract", async () => {
    const { data } = await service.graphql(getIntrospectionQuery());
    expect(broken(contract, buildClientSchema(data))).toEqual([]);
  });

  test("says its version with and without a token", async () => {
    for (const as of [undefined, service.admin]) {
      expect(await service.graphql("{ apiVersion }", {}, as)).toEqual({
        data: { apiVersion: "1.0" },
      });
    }
  });

  test("is the exported one, word for word", async () => {
    const { data } = await service.graphql(getIntrospectionQuery());
    const served = lexicographicSortSchema(buildClientSchema(data));
    expect(`${printSchema(served)}\n`).toBe(readFileSync(EXPORTED, "utf8"));
  });

  test("has what the service promises beyond the contract", async () => {
    const { data } = await service.graphql(getIntrospectionQuery());
    const promised = buildSchema(`
      scalar Int64
      enum MovingActivity { IN_VEHICLE ON_BICYCLE ON_FOOT RUNNING STILL TILTING UNKNOWN WALKING }
      type User { id: Int! }
      type UserConnection { totalCount: Int! }
      type PositionConnection { totalCount: Int! }
      type AlertConnection { totalCount: Int! }
      type NotificationConnection { totalCount: Int! }
      type Notification { id: Int! }
      type Alert { notifications(limit: Int64, offset: Int64): [Notification!]! }
      input PositionInput {
        latitude: Float! longitude: Float! movingActivity: MovingActivity! takenAt: Int64 accuracy: Float
      }
      input NewUserInput {
        email: String! password: String! name: String! address: String! isAdmin: Boolean!
      }
      type Query {
        me: User
        usersConnection: UserConnection
        positionsConnection: PositionConnection
        alertsConnection: AlertConnection
        notificationsConnection: NotificationConnection
      }
      type Mutation { newUser(input: NewUserInput!): User }`);
    expect(broken(promised, buildClientSchema(data))).toEqual([]);
  });

  test("shows nothing private", async () => {
    const { data } = await service.graphql(getIntrospectionQuery({ descriptions: false }));
    const names = JSON.stringify(data);
    expect(names).not.toMatch(
      /hash|token_?version|"publications?"|publication_?waiting|partition|(device|refresh)_?tokens|left_?devices|_\d{4}_/i,
    );
  });
});

(existsSync(EXPORTED) ? test : test.skip)("the exported schema keeps the contract", () => {
  const exported = buildSchema(readFileSync(EXPORTED, "utf8"));
  expect(broken(contract, exported)).toEqual([]);
});

(existsSync(ORIGINAL) ? test : test.skip)("the contract here is the original", () => {
  const normal = (text: string) => print(parse(text));
  expect(normal(contractText)).toBe(normal(readFileSync(ORIGINAL, "utf8")));
});
