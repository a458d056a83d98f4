import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import express from "express";
import type { Pool } from "pg";
import supertest from "supertest";
import { type AlertDefaults, consoleRouter, makeAlertDefaults } from "../../src/http/console.ts";
import { readConfig } from "../../src/settings/config.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-console-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), "<p>Console</p>");
  await writeFile(join(directory, "index.html.gz"), gzipSync("<p>Console</p>"));
  await writeFile(join(directory, "assets/a-1.js"), "a");
  await writeFile(join(directory, "assets/a-1.js.gz"), gzipSync("a"));
  await writeFile(join(directory, "assets/a-1.js.br"), brotliCompressSync("a"));
});
afterAll(() => rm(directory, { recursive: true }));

const readMapConfig = (env: NodeJS.ProcessEnv) => readConfig(env).map;
const DEFAULTS: AlertDefaults = {
  level2Distance: 500,
  level3Distance: 2500,
  duration: 3_600,
  maxPositionAge: 7_200,
  language: "it",
  voices: ["it"],
};
const serve = (env: NodeJS.ProcessEnv = {}, from = directory, pool: object = settings()) =>
  supertest(
    express().use(consoleRouter(readMapConfig(env), makeAlertDefaults(pool as Pool), from)),
  );
/** A fake database that answers with DEFAULTS. */
const settings = () => ({ query: async () => ({ rows: [DEFAULTS] }) });

test("pages are revalidated, and files with a hash are cached for good", async () => {
  const page = await serve().get("/console/").expect(200, "<p>Console</p>");
  expect(page.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-encoding": "gzip",
    vary: "Accept-Encoding",
  });
  expect(page.headers["content-type"]).toContain("text/html");
  const script = await serve().get("/console/assets/a-1.js").expect(200);
  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test.each(["identity", "gzip, deflate, br"])(
  "the address without a slash leads to the folder, for a client that accepts %s",
  async (accepted) => {
    for (const method of ["get", "head"] as const) {
      const { headers } = await serve()
        [method]("/console?alert=1")
        .set("Accept-Encoding", accepted)
        .expect(301);
      expect(headers.location).toBe("/console/?alert=1");
    }
  },
);

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", undefined],
])("a client that accepts %s gets the encoding %s", async (accepted, encoding) => {
  const { headers } = await serve()
    .get("/console/assets/a-1.js")
    .set("Accept-Encoding", accepted)
    .expect(200, encoding === "br" ? /./ : "a");
  expect(headers["content-encoding"]).toBe(encoding);
  expect(headers["content-type"]).toContain("javascript");
  expect(headers.vary).toBe("Accept-Encoding");
});

test("a client that accepts no encoding gets the plain page", async () => {
  const page = await serve().get("/console/").set("Accept-Encoding", "identity").expect(200);
  expect(page.headers).not.toHaveProperty("content-encoding");
  expect(page.text).toBe("<p>Console</p>");
});

test.each(["/console/", "/console/assets/a-1.js", "/console/config.json"])(
  "%s comes with all headers that protect the console",
  async (path) => {
    const { headers } = await serve().get(path);
    expect(headers).toMatchObject({
      // The policy allows only this host, and no inline scripts or styles. No site may frame the console.
      "content-security-policy": [
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
  },
);

test("the content security policy allows a map server's origin, and the console's settings have its address", async () => {
  const env = {
    MAP_URL: "https://{s}tiles.example.org:8080/{z}/{x}/{y}.png",
    MAP_ATTRIBUTION: "Us",
  };
  const { body, headers } = await serve(env).get("/console/config.json").expect(200);
  expect(headers["cache-control"]).toBe("no-cache");
  expect(body).toEqual({
    map: { url: env.MAP_URL, kind: "raster", attribution: "Us" },
    alertDefaults: DEFAULTS,
    hasMail: false,
  });
  const policy = headers["content-security-policy"];
  expect(policy).toContain("connect-src 'self' https://stiles.example.org:8080;");
  expect(policy).toContain("img-src 'self' data: blob: https://stiles.example.org:8080;");
  expect(policy).toContain("script-src 'self';");
});

test("the defaults of a new alert are cached for a while, and kept while the database is away", async () => {
  const isAway = { value: true };
  let asked = 0;
  const pool = {
    query: async () => {
      asked += 1;
      if (isAway.value) throw new Error("away");
      return { rows: [DEFAULTS] };
    },
  };
  const host = serve({}, directory, pool);
  const defaults = async () => (await host.get("/console/config.json").expect(200)).body;
  expect(await defaults()).toEqual({ map: null, alertDefaults: null, hasMail: false });
  isAway.value = false;
  expect(await Promise.all([defaults(), defaults()])).toEqual(
    Array(2).fill({ map: null, alertDefaults: DEFAULTS, hasMail: false }),
  );
  const before = asked;
  await defaults();
  expect(asked).toBe(before);
  jest.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  isAway.value = true;
  expect(await defaults()).toEqual({ map: null, alertDefaults: DEFAULTS, hasMail: false });
  expect(asked).toBe(before + 1);
});

test("a console that is not built says how to build it", async () => {
  // A folder without a page is not a built console either.
  for (const folder of ["nowhere", "assets"]) {
    await serve({}, join(directory, folder))
      .get("/console/")
      .expect(503, /npm start/);
  }
});

test("files outside the folder are not served", async () => {
  await serve().get("/console/..%2f..%2fetc/passwd").expect(404);
  await serve().get("/console/%E0%A4%A").expect(404);
});
