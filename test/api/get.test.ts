/** @database server */
import { describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();

/** GETs a document, as urql does: everything in the query string. */
function get(parameters: Record<string, string>, as?: TestUser) {
  const request = supertest(service.url)
    .get(`/graphql?${new URLSearchParams(parameters)}`)
    .set("Accept", "application/graphql-response+json, application/json");
  return as ? request.set("Authorization", `Bearer ${as.token}`) : request;
}

const USER = "query user($id: Int!) { user(id: $id) { id email } }";
const NEW = `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`;
const INPUT = JSON.stringify({ input: { latitude: 1, longitude: 1, movingActivity: "STILL" } });

describe("a query by GET", () => {
  test("has the same result as by POST, with variables and an operation name", async () => {
    const { id, email } = service.admin;
    const parameters = { query: USER, variables: JSON.stringify({ id }), operationName: "user" };
    const { body } = await get(parameters, service.admin).expect(200);
    expect(body).toEqual({ data: { user: { id, email } } });
  });

  test("works without a token if the field does not need one", async () => {
    const { body } = await get({ query: "{ apiVersion }" }).expect(200);
    expect(body).toEqual({ data: { apiVersion: "1.0" } });
  });

  test.each([
    ["variables that are no JSON", { query: "{ apiVersion }", variables: "{" }],
    ["variables that are a list", { query: "{ apiVersion }", variables: "[]" }],
    ["no query", { operationName: "a" }],
  ])("with %s is refused", async (_what, parameters) => {
    const { body } = await get(parameters as Record<string, string>).expect(400);
    expect(refusals(body)).toEqual(["BAD_USER_INPUT"]);
  });
});

describe("by GET", () => {
  test("a mutation is refused, and changes nothing", async () => {
    const before = await service.contents();
    const { body } = await get({ query: NEW, variables: INPUT }, service.admin).expect(405);
    expect(refusals(body)).toEqual(["BAD_USER_INPUT"]);
    expect(await service.contents()).toEqual(before);
  });

  test("a mutation is refused even if it was sent by POST before", async () => {
    const variables = JSON.parse(INPUT);
    for (let turn = 0; turn < 2; turn += 1) await service.graphql(NEW, variables, service.admin);
    await get({ query: NEW, variables: INPUT }, service.admin).expect(405);
  });

  test("a mutation beside a query is refused if operationName selects it", async () => {
    const query = `query a { apiVersion } ${NEW.replace("mutation", "mutation b")}`;
    await get({ query, variables: INPUT, operationName: "a" }, service.admin).expect(200);
    await get({ query, variables: INPUT, operationName: "b" }, service.admin).expect(405);
  });

  test("a subscription is refused", async () => {
    await get({ query: "subscription { notificationAdded { id } }" }, service.admin).expect(405);
  });
});
