import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test("apiVersion is 1.0 without a token", async () => {
  const { data } = await service.graphql("{ apiVersion }");
  expect(data).toEqual({ apiVersion: "1.0" });
});

test("apiVersion is the same for a user who is logged in", async () => {
  const { data } = await service.graphql("{ apiVersion }", {}, service.admin);
  expect(data).toEqual({ apiVersion: "1.0" });
});
