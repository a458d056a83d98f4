import { expect, test } from "@jest/globals";
import { runTestService } from "../helpers/service.ts";

const service = runTestService();

test("apiVersion is 1.0 without a token", async () => {
  const { data } = await service.graphql("{ apiVersion }");
  expect(data).toEqual({ apiVersion: "1.0" });
});

test("apiVersion is the same for a user who is logged in", async () => {
  const { data } = await service.graphql("{ apiVersion }", {}, service.admin);
  expect(data).toEqual({ apiVersion: "1.0" });
});
