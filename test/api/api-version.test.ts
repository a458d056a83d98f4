import { afterAll, beforeAll, expect, test } from "@jest/globals";
import packageJson from "../../package.json" with { type: "json" };
import { startTestService, type TestService } from "../helpers/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test("is the package's version, without a token", async () => {
  const { data } = await service.graphql("{ apiVersion }");
  expect(data).toEqual({ apiVersion: packageJson.version });
});

test("is the same for someone who is logged in", async () => {
  const { data } = await service.graphql("{ apiVersion }", {}, service.admin);
  expect(data).toEqual({ apiVersion: packageJson.version });
});
