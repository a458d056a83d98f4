import { afterAll, beforeAll, expect } from "@jest/globals";
import supertest from "supertest";
import { browserTest, type ConsoleTest, startConsoleTest } from "./helpers/browser.ts";

let consoleTest: ConsoleTest;
beforeAll(async () => {
  consoleTest = await startConsoleTest({ NODE_ENV: "development" });
});
afterAll(() => consoleTest?.stop());

browserTest("GraphiQL has a policy, and works under it", async () => {
  const { headers } = await supertest(consoleTest.service.url)
    .get("/")
    .set("Accept", "text/html")
    .expect(200);
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-/,
  );
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);

  const page = await consoleTest.open();
  await page.goto(`${consoleTest.service.url}/`);
  await page.locator(".graphiql-query-editor .view-lines").click();
  await page.keyboard.press("Control+A");
  // The editor adds the closing brace.
  await page.keyboard.type("{ apiVersion");
  await page.locator(".graphiql-execute-button").click();
  await page.locator(".result-window").getByText("1.0").first().waitFor();
  expect(consoleTest.faults).toEqual([]);
});
