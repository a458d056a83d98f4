/** @database server */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { personRouter } from "../../src/http/console.ts";
import { runTestService } from "../helpers/service.ts";

const service = runTestService({
  MAP_URL: "https://maps.example.org/style.json",
  ORGANISATION_LOGO: "console/src/icon.svg",
});

const get = (path: string) => supertest(service.url).get(path);

test.each(["/", "/person-worker.js", "/manifest.webmanifest"])(
  "%s is revalidated, and comes with the headers that protect a page",
  async (path) => {
    const { headers } = await get(path).expect(200);
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self';");
    // The page has the same map as the console.
    expect(headers["content-security-policy"]).toContain(
      "connect-src 'self' https://maps.example.org;",
    );
    const head = await supertest(service.url).head(path).expect(200);
    expect(head.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  },
);

test("the console's configuration names the map of MAP_URL, and the organisation's mark", async () => {
  const { body } = await get("/console/config.json").expect(200);
  expect(body.map).toMatchObject({ url: "https://maps.example.org/style.json", kind: "style" });
  const { headers } = await get(`/${body.organisation.logo}`).expect(200);
  expect(headers).toMatchObject({
    "content-type": expect.stringContaining("image/svg+xml"),
    "content-security-policy": expect.stringContaining("sandbox"),
  });
});

test("/ is the person's page, whose files are at the root", async () => {
  const { text, headers } = await get("/").expect(200);
  expect(headers["content-type"]).toContain("text/html");
  expect(text).toContain('data-worker="./person-worker.js"');
  const [, script = ""] = /src="\.(\/assets\/person-[\w-]+\.js)"/.exec(text) ?? [];
  const file = await get(script).expect(200);
  expect(file.headers["cache-control"]).toContain("immutable");
});

test("the page can be installed", async () => {
  const { body, headers } = await get("/manifest.webmanifest")
    .buffer()
    .parse((response, done) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => done(null, JSON.parse(text)));
    });
  expect(headers["content-type"]).toContain("application/manifest+json");
  expect(body).toMatchObject({ start_url: "./", scope: "./", display: "standalone" });
  for (const { src, sizes } of body.icons) {
    const icon = await get(src.slice(1)).expect(200);
    expect(icon.headers["content-type"]).toBe("image/png");
    // The width is at the 16th byte of a PNG.
    expect(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`).toBe(sizes);
  }
});

test("the service worker lists only files of the page, which are all served", async () => {
  const { text } = await get("/person-worker.js").expect(200);
  const files = text.match(/[\w-]+\/[\w.-]+\.(?:json|js|css)/g) ?? [];
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !file.startsWith("assets/"))).toEqual([]);
  for (const file of files) await get(`/${file}`).expect(200);
});

test("the page is served only at the root, and only for reading", async () => {
  const { headers } = await get("/console/person.html").expect(302);
  expect(headers.location).toBe("../");
  await supertest(service.url).post("/").expect(404);
  await get("/index.html").expect(404);
  await get("/service-worker.js").expect(404);
  await get("/assets/..%2fperson.html").expect(404);
  await get("/constructor").expect(404);
});

test("a page that is not built says how to build it", async () => {
  const app = express().use(personRouter(undefined, false, join(tmpdir(), "nowhere")));
  await supertest(app)
    .get("/")
    .expect(503, /npm start/);
});
