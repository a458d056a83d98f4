/** @database server */
import { expect, test } from "@jest/globals";
import { runTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = runTestService();

const open = (path: string) => fetch(`${service.url}${path}`, { redirect: "manual" });

test.each([
  ["/join", "./console/join.html"],
  ["/join/", "../console/join.html"],
  ["/join/5ecre7", "../console/join.html#5ecre7"],
  ["/join/a%22%3Cb%3E%0d%0aX:1", "../console/join.html#a%22%3Cb%3E%0D%0AX%3A1"],
])("%s redirects to the page for joining, by a relative URL", async (path, location) => {
  const { status, headers } = await open(path);
  expect(status).toBe(302);
  expect(headers.get("location")).toBe(location);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-1")).toBeNull();
});

test.each(["/join/a/b", "/joint"])("%s is not found", async (path) => {
  expect((await open(path)).status).toBe(404);
});

test.each(["/join/%E0%A4%A", `/join/${"x".repeat(10_000)}`])(
  "%.20s causes no error of the host",
  async (path) => {
    expect((await open(path)).status).toBeLessThan(500);
  },
);

test("paths and queries are never logged", async () => {
  for (const path of ["/join/5ecre7?5ecre7", "/join?5ecre7", "/join/5ecre7/5ecre7"]) {
    const id = (await open(path)).headers.get("x-request-id");
    const line = await until(() => service.requests.find(({ requestId }) => requestId === id));
    expect(line).toMatchObject({ operation: "/join" });
  }
  expect(JSON.stringify([service.requests, service.logged, service.errors])).not.toContain(
    "5ecre7",
  );
});
