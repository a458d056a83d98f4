/** @database server */
import { once } from "node:events";
import { mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import express from "express";
import { PMTiles } from "pmtiles";
import supertest from "supertest";
import { consoleRouter, mapFile } from "../../src/http/console.ts";
import { readConfig } from "../../src/settings/config.ts";
import { makeMapFile } from "../helpers/map-file/make.ts";

let directory: string;
let path: string;
const content = makeMapFile({ zooms: [12, 13] });
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-map-"));
  path = join(directory, ".town.pmtiles");
  await writeFile(path, content);
});
afterAll(() => rm(directory, { recursive: true }));

const configOf = (env: NodeJS.ProcessEnv) => readConfig(env).map;
const host = () =>
  supertest(express().use(consoleRouter(configOf({ MAP_FILE: path }), async () => null)));
const get = (range: string) => host().get("/console/map.pmtiles").set("Range", range).buffer(true);

test("the console's configuration names the map file, and its policy allows no other host", async () => {
  const { body, headers } = await host().get("/console/config.json").expect(200);
  expect(body.map).toEqual({ url: "map.pmtiles", kind: "file", attribution: "" });
  expect(headers["content-security-policy"]).toContain("connect-src 'self';");
});

test("the file is served in ranges", async () => {
  const { body, headers } = await get("bytes=0-126").expect(206);
  expect(Buffer.compare(body, content.subarray(0, 127))).toBe(0);
  expect(headers).toMatchObject({
    "content-range": `bytes 0-126/${content.length}`,
    "content-length": "127",
    "content-type": "application/octet-stream",
    "cache-control": "no-cache",
    "accept-ranges": "bytes",
  });
  // Readers ignore a weak ETag.
  expect(headers.etag).toMatch(/^"/);
  const end = await get("bytes=-5").expect(206);
  expect(Buffer.compare(end.body, content.subarray(-5))).toBe(0);
});

test.each([
  ["the whole file", undefined],
  ["a range outside it", "bytes=99999999-"],
  ["several ranges", "bytes=0-1,5-6"],
  ["what is no range", "cheese"],
])("a request for %s is refused", async (_name, range) => {
  const request = host().get("/console/map.pmtiles");
  const { headers } = await (range ? request.set("Range", range) : request).expect(416);
  expect(headers).toMatchObject({
    "content-range": `bytes */${content.length}`,
    "cache-control": "no-store",
  });
  // Readers would take an error's ETag for that of another file.
  expect(headers).not.toHaveProperty("etag");
});

test("a range of more than four megabytes is refused", async () => {
  const large = join(directory, "large");
  await writeFile(large, Buffer.concat([content, Buffer.alloc(5_000_000)]));
  const running = supertest(
    express().use(consoleRouter(configOf({ MAP_FILE: large }), async () => null)),
  );
  await running.get("/console/map.pmtiles").set("Range", "bytes=0-").expect(416);
  await running.get("/console/map.pmtiles").set("Range", "bytes=0-4000000").expect(416);
  await running.get("/console/map.pmtiles").set("Range", "bytes=0-3999999").expect(206);
});

test("a client's copy is revalidated, and is outdated when the file is replaced", async () => {
  const { etag } = (await get("bytes=0-9")).headers;
  await get("bytes=0-9")
    .set("If-None-Match", etag as string)
    .expect(304);
  await get("bytes=0-9")
    .set("If-Range", etag as string)
    .expect(206);
  const later = join(directory, "later");
  await writeFile(later, content);
  await rename(later, path);
  const { headers } = await get("bytes=0-9")
    .set("If-None-Match", etag as string)
    .expect(206);
  expect(headers.etag).not.toBe(etag);
  await get("bytes=0-9")
    .set("If-Range", etag as string)
    .expect(416);
});

test("a longer file with the same time has another ETag", async () => {
  const time = new Date(1_700_000_000_000);
  const etags = new Set<string | undefined>();
  for (const more of [0, 1]) {
    const file = join(directory, `longer-${more}`);
    await writeFile(file, Buffer.concat([content, Buffer.alloc(more)]));
    await utimes(file, time, time);
    const router = consoleRouter(configOf({ MAP_FILE: file }), async () => null);
    const { headers } = await supertest(express().use(router))
      .get("/console/map.pmtiles")
      .set("Range", "bytes=0-9")
      .expect(206);
    etags.add(headers.etag);
  }
  expect(etags.size).toBe(2);
});

/**
 * Serves a file to one request with these headers. Returns what the client reads, once the host has handled the
 * request.
 */
async function serveOnce(file: string, headers: Record<string, string>, reads: boolean) {
  const served = Promise.withResolvers<unknown>();
  const serve = mapFile(file);
  const server = express()
    .get("/", (request, response, next) => {
      Promise.resolve(serve(request, response, next)).then(served.resolve, served.reject);
    })
    .listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const socket = connect(port, "127.0.0.1");
    const lines = Object.entries({ Host: "a", Connection: "close", ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`GET / HTTP/1.1\r\n${head}\r\n`);
    if (!reads) {
      await once(socket, "data");
      socket.destroy();
    }
    const answer = reads ? await text(socket) : "";
    await served.promise;
    return answer;
  } finally {
    server.close();
  }
}

test("a request for a copy that is still valid ends with 304", async () => {
  const { etag = "" } = (await get("bytes=0-9")).headers;
  const answer = await serveOnce(path, { Range: "bytes=0-9", "If-None-Match": etag }, true);
  expect(answer).toMatch(/^HTTP\/1\.1 304 /);
});

test("a client that leaves in the middle of a range causes no error", async () => {
  const large = join(directory, "left");
  await writeFile(large, Buffer.alloc(4_000_000));
  await serveOnce(large, { Range: "bytes=0-3999999" }, false);
});

test("a missing file is answered with 404, and served again when it is back", async () => {
  const kept = join(directory, "kept");
  const running = host();
  await rename(path, kept);
  const gone = await running.get("/console/map.pmtiles").set("Range", "bytes=0-9").expect(404);
  expect(gone.body.errors[0]).toMatchObject({ extensions: { code: "NOT_FOUND" } });
  await rename(kept, path);
  await running.get("/console/map.pmtiles").set("Range", "bytes=0-9").expect(206);
});

test("the library pmtiles reads tiles through the host", async () => {
  const server = express()
    .use(consoleRouter(configOf({ MAP_FILE: path }), async () => null))
    .listen(0);
  try {
    const { port } = server.address() as { port: number };
    const archive = new PMTiles(`http://localhost:${port}/console/map.pmtiles`);
    expect(await archive.getHeader()).toMatchObject({ minZoom: 12, maxZoom: 13, specVersion: 3 });
    expect((await archive.getZxy(13, 4354, 2962))?.data.byteLength).toBeGreaterThan(100);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const other = (at: number, byte: number) => {
  const changed = Buffer.from(content);
  changed[at] = byte;
  return changed;
};
test.each([
  ["nothing", "", /version 3/],
  ["no PMTiles", "# A map", /version 3/],
  ["version 2", other(7, 2), /version 3/],
  ["version 4", other(7, 4), /version 3/],
  ["pictures", other(99, 2), /vector tiles/],
])("the service does not start with %s as its file", async (_name, bytes, reason) => {
  const bad = join(directory, "bad");
  await writeFile(bad, bytes);
  expect(() => configOf({ MAP_FILE: bad })).toThrow(reason);
});

test("the service does not start without its file, with a directory, or with two maps", () => {
  expect(() => configOf({ MAP_FILE: join(directory, "none") })).toThrow(
    /^MAP_FILE must be a PMTiles file that can be read \(ENOENT\), not ".*none"\.$/,
  );
  expect(() => configOf({ MAP_FILE: directory })).toThrow(/EISDIR/);
  expect(() => configOf({ MAP_FILE: path, MAP_URL: "https://example.org/style.json" })).toThrow(
    /^MAP_FILE must be unset if MAP_URL is set/,
  );
});

test("a relative MAP_FILE becomes an absolute path", () => {
  expect(configOf({ MAP_FILE: relative(process.cwd(), path) })?.file).toBe(path);
});
