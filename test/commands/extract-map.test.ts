/** @database server */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PMTiles } from "pmtiles";
import { mapFile } from "../../src/settings/map.ts";
import { makeMapFile } from "../helpers/map-file/make.ts";
import { run, runFile } from "./run.ts";

const ARCHIVE = makeMapFile();
const archiveOf = (bytes: Buffer) =>
  new PMTiles({
    getKey: () => String(bytes.length),
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  });

let asked = 0;
/** What servers answer, by the path. One does not answer at all. */
const ANSWERS: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/planet.pmtiles": ({ headers: { range = "" }, socket }, response) => {
    // As a server that was about to close the connection.
    asked += 1;
    if (asked === 3) return void socket.destroy();
    const [from, to] = range.replace("bytes=", "").split("-").map(Number) as [number, number];
    response.writeHead(206).end(ARCHIVE.subarray(from, to + 1));
  },
  "/whole": (_request, response) => response.end(ARCHIVE),
  "/gone": (_request, response) => response.writeHead(404).end(),
  "/silent": () => {},
};
const server = createServer((request, response) => ANSWERS[request.url ?? ""]?.(request, response));
let host: string;
let directory: string;
beforeAll(async () => {
  // Names of places are the console's.
  expect((await runFile("console/build.ts", [])).code).toBe(0);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), "las-extract-"));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

test("the streets around a place are copied from ranges of an archive, and its bounds are the place's", async () => {
  const from = ["--from", `${host}/planet.pmtiles`];
  const place = ["44.4938,", "11.3426", "--around", "0.5"];
  const env = { DATA_DIR: directory, MAP_FILE: "" };
  const { code, stdout, stderr } = await run("extract-map", [...place, ...from], env);
  const path = join(directory, "map.pmtiles");
  expect([stderr, code, stdout.trim().split("\n").at(-1)]).toEqual(["", 0, `MAP_FILE=${path}`]);
  expect(mapFile(path, "MAP_FILE")).toBe(path);
  const [made, whole] = [archiveOf(await readFile(path)), archiveOf(ARCHIVE)];
  const { minZoom, maxZoom, minLon, maxLon } = await made.getHeader();
  expect([minZoom, maxZoom, minLon, maxLon]).toEqual([
    ...[6, 14, expect.closeTo(11.3363, 4), expect.closeTo(11.3489, 4)],
  ]);
  expect(await made.getMetadata()).toEqual(await whole.getMetadata());
  const tile = [14, 8708, 5914] as const;
  expect(await made.getZxy(...tile)).toEqual(await whole.getZxy(...tile));
  expect(await made.getZxy(14, 8712, 5914)).toBeUndefined();
  // Its other names, and a file in another place.
  const MAP_FILE = join(directory, "of", "streets.pmtiles");
  const named = await run("extract-map", ["bologna,", "it", ...from], { ...env, MAP_FILE });
  expect(named).toMatchObject({ code: 0, stderr: "" });
  expect(named.stdout).toContain("Bologna, IT: 15 km around it.");
  expect(named.stdout).toContain(`MAP_FILE=${MAP_FILE}`);
});

test.each([
  ["/whole", [], "is not served in ranges"],
  ["/gone", [], "answers 404: name another archive by --from."],
  ["/silent", ["--timeout", "0.2"], "cannot be read: no answer within 0.2 seconds."],
  ["/planet.pmtiles", ["--around", "500"], "That is too large"],
  ["/planet.pmtiles", ["Nowhere at all"], "No place is called 44.4938, 11.3426 Nowhere at all"],
])("an archive at %s, with %j, is refused with what to do", async (path, options, why) => {
  const args = ["44.4938, 11.3426", ...options, "--from", host + path];
  const { code, stderr } = await run("extract-map", args, { DATA_DIR: directory });
  expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
});
