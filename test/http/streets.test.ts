/** @database server */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { Request } from "../../src/graphql/requests/request.ts";
import { streets } from "../../src/http/console.ts";
import { errorHandler } from "../../src/http/errors.ts";
import type { TakeQuota } from "../../src/limits/quotas.ts";
import type { Log } from "../../src/ops/log.ts";
import type { FoundStreet } from "../../src/streets/index-file.ts";
import { queryOf } from "../../src/streets/index-file.ts";
import { openStreets, type StreetSearch } from "../../src/streets/search.ts";
import { makeMapFile } from "../helpers/map-file/make.ts";

const USER = 1;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-streets-"));
});
afterAll(() => rm(directory, { recursive: true }));

type Find = (text: string) => Promise<FoundStreet[]>;

/** Opens the search and waits until it is ready, or says why it cannot be. */
async function withSearch(
  mapFile: string,
  data: string,
  run: (find: Find, said: string) => Promise<void>,
) {
  let search: ReturnType<typeof openStreets>;
  const said = await new Promise<string>((resolve) => {
    const log: Log = (message, level = "info") => resolve(`${level}: ${message}`);
    search = openStreets({ map: { file: mapFile }, dataDir: data }, log);
  });
  try {
    await run(async (text) => (await search?.find(text, USER)) ?? [], said);
  } finally {
    await search?.close();
  }
}

async function townFile(): Promise<string> {
  const path = join(directory, "town.pmtiles");
  await writeFile(path, makeMapFile());
  return path;
}
const namesOf = (found: FoundStreet[]) => found.map(({ name }) => name);

test("the search finds streets and addresses", async () => {
  await withSearch(await townFile(), join(directory, "data"), async (find, said) => {
    expect(said).toMatch(/^info: .*can be searched/);
    const [street, ...others] = await find("rizzoli");
    expect(street).toEqual({
      name: "Via Rizzoli",
      place: expect.any(String),
      longitude: expect.closeTo(11.3426, 2),
      latitude: expect.closeTo(44.4938 - 5 * 0.0009, 4),
      isAddress: false,
    });
    expect(others).toEqual([]);
    expect((await find("rizzoli 1"))[0]).toMatchObject({
      name: "Via Rizzoli 1",
      isAddress: true,
    });
    // The order of words, their case and their accents do not matter.
    for (const text of ["Via Rizzoli", "RIZZ via", "vìa rízzoli"]) {
      expect(namesOf(await find(text))[0]).toBe("Via Rizzoli");
    }
    expect(namesOf(await find("rizzoli 3"))).toEqual(["Via Rizzoli 3"]);
    expect(namesOf(await find("sant'isaia 2"))).toEqual(["Via Sant'Isaia 21"]);
    expect(namesOf(await find("bologna centrale"))).toEqual(["Bologna Centrale"]);
    // A long street is not found once for each tile.
    const emilia = await find("via emilia");
    expect(emilia.filter(({ name }) => name === "Via Emilia").length).toBeLessThan(6);
    expect(namesOf(await find("Milano–Bologna"))).toEqual([]);
  });
});

test("a found street names its place, and is not found with the name of another place", async () => {
  await withSearch(await townFile(), join(directory, "data"), async (find) => {
    expect((await find("rizzoli"))[0]?.place).toBe("Bologna");
    expect(namesOf(await find("rizzoli nowhere"))).toEqual([]);
  });
});

test("the index is made once for a file, and again for a file that replaces it", async () => {
  const data = join(directory, "data");
  const path = await townFile();
  await withSearch(path, data, async () => {});
  const [first] = await readdir(data);
  const index = new DatabaseSync(join(data, first as string), { readOnly: true });
  expect(index.prepare("pragma user_version").get()).toEqual({ user_version: 1 });
  index.close();
  await withSearch(path, data, async (find) => {
    // These are more questions than may wait at once.
    for (let asked = 0; asked < 101; asked += 1) expect(await find("rizzoli")).not.toEqual([]);
    // The search goes on after a question that fails.
    const damaged = new DatabaseSync(join(data, first as string));
    damaged.exec("alter table search rename to away");
    expect(await find("rizzoli")).toEqual([]);
    damaged.exec("alter table away rename to search");
    damaged.close();
    expect(await find("rizzoli")).not.toEqual([]);
  });
  expect(await readdir(data)).toEqual([first]);
  await rm(path);
  await townFile();
  await withSearch(path, data, async (find) => {
    expect(await find("rizzoli")).not.toEqual([]);
  });
  const after = await readdir(data);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual([first]);
});

test("two hosts that start at once make one index", async () => {
  const path = await townFile();
  const data = join(directory, "shared");
  await mkdir(data);
  await writeFile(join(data, "jwt-secret"), "kept");
  const both = [1, 2].map(() =>
    withSearch(path, data, async (find, said) => {
      expect(said).toMatch(/^info: .*can be searched/);
      expect(await find("rizzoli")).not.toEqual([]);
    }),
  );
  await Promise.all(both);
  expect((await readdir(data)).sort()).toEqual([
    "jwt-secret",
    expect.stringMatching(/^streets-.*\.sqlite$/),
  ]);
});

test("before the index is made nothing is found, and a hundred searches may wait, four of them of one user", async () => {
  const mapFile = await townFile();
  let search: ReturnType<typeof openStreets>;
  let early: Promise<FoundStreet[]> | undefined;
  await new Promise<void>((resolve) => {
    const dataDir = join(directory, "closing");
    search = openStreets({ map: { file: mapFile }, dataDir }, () => resolve());
    early = search?.find("rizzoli", USER);
  });
  expect(await early).toEqual([]);
  const ask = (count: number, userOf: (n: number) => number) =>
    Array.from({ length: count }, (_, n) => search?.find("rizzoli", userOf(n)));
  const ofOne = ask(5, () => USER);
  const ofOthers = ask(97, (n) => USER + 1 + n);
  await search?.close();
  expect(ofOne.indexOf(undefined)).toBe(4);
  expect(ofOthers.indexOf(undefined)).toBe(96);
  expect(await Promise.all([...ofOne, ...ofOthers])).toHaveLength(102);
  expect(await search?.find("rizzoli", USER)).toEqual([]);
});

test("a broken map file is logged as an error, and nothing is found", async () => {
  const path = join(directory, "broken");
  await writeFile(path, makeMapFile().subarray(0, 2000));
  await withSearch(path, join(directory, "broken-data"), async (find, said) => {
    expect(said).toMatch(/^error: .*cannot be searched/);
    expect(await find("rizzoli")).toEqual([]);
  });
});

test("a damaged index is logged as an error, and nothing is found", async () => {
  const path = await townFile();
  const data = join(directory, "damaged");
  await withSearch(path, data, async () => {});
  const [index] = await readdir(data);
  await writeFile(join(data, index as string), "x".repeat(4096));
  await withSearch(path, data, async (find, said) => {
    expect(said).toMatch(/^error: .*cannot be searched: file is not a database/);
    expect(await find("rizzoli")).toEqual([]);
  });
});

const identity = { userId: USER, sessionId: 1 };
let wait = 0;
const taken: object[] = [];
const askers: number[] = [];
beforeEach(() => {
  wait = 0;
  for (const noted of [taken, askers]) noted.splice(0);
});
const takeQuota: TakeQuota = async ({ userId }, counts) => {
  taken.push({ of: userId, ...counts });
  return wait;
};
const ask = (found: Promise<FoundStreet[]> | undefined, query: string, isUser = true) => {
  const search: StreetSearch = {
    find(_text, userId) {
      askers.push(userId);
      return found;
    },
    close: async () => {},
  };
  const app = express()
    .use((message, _response, next) => {
      message.request = new Request({ ...(isUser && { identity }), address: () => "" });
      next();
    })
    .get("/streets", streets(search, takeQuota))
    .use(errorHandler(() => {}));
  return supertest(app).get(`/streets${query}`);
};

test("only users may search, and only for a text of at most a hundred characters", async () => {
  const none = Promise.resolve([]);
  const { headers } = await ask(none, "?text=a").expect(200, []);
  expect(headers["cache-control"]).toBe("private, no-store");
  await ask(none, `?text=${"x".repeat(100)}`).expect(200, []);
  await ask(none, "?text=a", false).expect(401);
  for (const query of ["", "?text[]=a", `?text=${"x".repeat(101)}`]) {
    await ask(none, query).expect(400, /at most 100 characters/);
  }
});

test("a search counts for its user, and is refused with 503 if the quota is used up", async () => {
  await ask(Promise.resolve([]), "?text=a").expect(200);
  expect([taken, askers]).toEqual([[{ of: String(USER), reports: 0, others: 1 }], [USER]]);
  wait = 7;
  const { headers } = await ask(Promise.resolve([]), "?text=a").expect(503);
  expect(headers["retry-after"]).toBe("7");
  expect(askers).toEqual([USER]);
});

test("a host with too many searches answers with 503 and Retry-After, after a second", async () => {
  const begun = performance.now();
  const { headers } = await ask(undefined, "?text=a").expect(503);
  expect(headers["retry-after"]).toBe("1");
  expect(performance.now() - begun).toBeGreaterThan(990);
});

test.each([
  ['say "hello" OR *', '"say"* """hello"""* "OR"*'],
  ["Via Rizzoli,Bologna", '"Via"* "Rizzoli"* "Bologna"*'],
  ["a\0b\u0007c", '"a"* "b"* "c"*'],
  ["- ' \" *", undefined],
  ["", undefined],
  ["a b c d e f g h i j", '"a"* "b"* "c"* "d"* "e"* "f"* "g"* "h"*'],
])("%j is searched as words, never as the query language", (text, query) => {
  expect(queryOf(text)).toBe(query);
});
