import { afterAll, beforeAll, expect } from "@jest/globals";
import supertest from "supertest";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let consoleTest: ConsoleTest;
beforeAll(async () => {
  consoleTest = await startConsoleTest({ NODE_ENV: "development" });
});
afterAll(() => consoleTest?.stop());

browserTest("GraphiQL has a policy, and works under it: its first query logs in", async () => {
  const { url, admin } = consoleTest.service;
  const { headers } = await supertest(url).get("/graphiql").set("Accept", "text/html").expect(200);
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-/,
  );
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers["content-security-policy"]).toMatch(
    /; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );

  const page = await consoleTest.open({}, "icon");
  await page.goto(`${url}/graphiql`);
  expect(await page.title()).toBe("Location alerts: GraphiQL");
  const editor = page.locator(".graphiql-query-editor .view-lines");
  await editor.getByText("Log in first").waitFor();
  const lines = await page.locator(".graphiql-query-editor .view-line").allTextContents();
  const example = lines.join("\n").replaceAll("\u00a0", " ");
  await editor.click();
  await page.keyboard.press("Control+A");
  // One writes the administrator's email and password into it.
  await page.keyboard.insertText(
    example.replace("admin@example.org", admin.email).replace('""', JSON.stringify(admin.password)),
  );
  await page.locator(".graphiql-execute-button").click();
  await page.locator(".result-window").getByText("accessToken").first().waitFor();
  expect(consoleTest.faults).toEqual([]);
});
