/** @database both */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Log } from "../../src/ops/log.ts";
import type { Service } from "../../src/service.ts";
import type { Config } from "../../src/settings/config.ts";
import { findPostgres } from "../crash/cluster.ts";
import { blocksOf, pageAt, sectionOf } from "../docs/markdown.ts";
import { loadDatabase, loadService } from "../helpers/code.ts";
import { cloneDatabase, isNative, type TestDatabase, template } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

/**
 * Tests that no byte of a person is left after an erasure: in dumps, in logs, and in the files after the steps of
 * docs/operations.md.
 */

const EMAIL = "zz-marker-77@example.org";
const NAME = "Zzmarkername Qqq";
const TOKEN = "ExponentPushToken[zzmarkerdevice777]";
const PASSWORD = "zz-correct-horse";
/** A place in the area of the alert. */
const PLACE = { latitude: 0.004_123_457, longitude: 0.004_765_433 };

function float8(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
/** The person's data as text, as numbers in files, and as the hexadecimal digits of a geometry in a dump. */
const MARKERS = [
  EMAIL,
  "Zzmarkername",
  "zzmarkerdevice",
  ...Object.values(PLACE).flatMap((degrees) => [
    String(degrees),
    float8(degrees),
    float8(degrees).toString("hex").toUpperCase(),
  ]),
].map((marker) => Buffer.from(marker as string));

const markersIn = (bytes: Buffer): string[] =>
  MARKERS.filter((marker) => bytes.includes(marker)).map((marker) => marker.toString("latin1"));

/** Returns the files of a directory that contain a marker. */
function filesWithMarkers(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(directory, name);
    return statSync(path).isFile() && markersIn(readFileSync(path)).length > 0;
  });
}

let directory: string;
let copy: TestDatabase;
let config: Config;
beforeAll(async () => {
  directory = await mkdtemp(join(template().directory, "bytes-"));
  copy = await cloneDatabase({ JOBS: "true", ERASURES_FILE: join(directory, randomUUID()) });
  config = copy.config;
});
afterAll(async () => {
  await copy.drop();
  await rm(directory, { recursive: true });
});

/** Everything that the services logged. */
const logged: string[] = [];
const log: Log = (message, level, fields) =>
  void logged.push(JSON.stringify({ message, level, ...fields }));

async function serve<T>(run: (service: Service) => Promise<T>): Promise<T> {
  const { startService } = await loadService();
  const service = await startService(config, log);
  try {
    return await run(service);
  } finally {
    await service.stop();
  }
}

const asker = ({ url }: Service) => {
  const ask = async (query: string, variables: object = {}, token?: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each operation has an answer of its own.
    return (await response.json()) as any;
  };
  const login = async (email: string, password: string) =>
    (
      await ask(
        "mutation ($input: LoginCredentials!) { login(input: $input) { accessToken userId } }",
        { input: { email, password } },
      )
    ).data?.login;
  return { ask, login };
};

/** Creates the person, who is then refused, edited, found, warned and pushed to. Returns what their erasure needs. */
async function live(service: Service): Promise<{ adminToken: string; token: string; id: number }> {
  const { ask, login } = asker(service);
  const adminToken = (await login("admin@example.org", "admin-password")).accessToken;
  const make = () =>
    ask(
      "mutation ($input: NewUserInput!) { newUser(input: $input) { id } }",
      { input: { email: EMAIL, password: PASSWORD, name: NAME, address: NAME, isAdmin: false } },
      adminToken,
    );
  const id = (await make()).data.newUser.id;
  // The error names what is wrong, in PostgreSQL's words too.
  expect((await make()).errors).toHaveLength(1);
  expect(await login(EMAIL, "a wrong password")).toBeFalsy();
  const token = (await login(EMAIL, PASSWORD)).accessToken;
  const run = async (query: string, variables: object, as = token) =>
    expect((await ask(query, variables, as)).errors).toBeUndefined();
  await run(
    `mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }`,
    {
      input: { token: TOKEN },
    },
  );
  const input = { ...PLACE, movingActivity: "RUNNING" };
  await run("mutation ($input: PositionInput!) { newPosition(input: $input) { id } }", { input });
  await run("mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }", {
    input: [{ ...input, clientId: "1" }],
  });
  const points = [
    [0, 0],
    [0, 0.01],
    [0.01, 0.01],
    [0.01, 0],
  ].map(([latitude, longitude]) => ({ latitude, longitude }));
  const alert = { points, text1: "Leave.", text2: "Stay away.", text3: "Take care." };
  await run(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: alert },
    adminToken,
  );
  await run(`query ($s: String) { usersOverview(search: $s) { id } }`, { s: EMAIL }, adminToken);
  await run("mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id } }", {
    id,
    input: { name: NAME },
  });
  // The job has tried to push, and stored the result.
  const { ownerPool } = service.database;
  await until(async () => {
    const { rows } = await ownerPool.query(
      "select from app_private.deliveries where user_id = $1 and attempts > 0",
      [id],
    );
    return rows.length > 0;
  });
  return { adminToken, token, id };
}

describe("after an erasure", () => {
  test("no byte of the person is in the log, in a dump, or in the files", async () => {
    await serve(async (service) => {
      const { token } = await live(service);
      const { ownerPool } = service.database;
      // Statistics contain values too.
      await ownerPool.query("analyze");
      await ownerPool.query("checkpoint").catch(() => {});
      // Each marker is in the dump before the erasure, except the numbers as bytes, which are in files only.
      if (isNative) expect(markersIn(await dump())).toHaveLength(MARKERS.length - 2);
      const { ask } = asker(service);
      const { data } = await ask(
        "mutation ($p: String!) { eraseMe(currentPassword: $p) { positions notifications } }",
        { p: PASSWORD },
        token,
      );
      expect(data.eraseMe).toEqual({ positions: 2, notifications: 1 });
    });
    expect(markersIn(Buffer.from(logged.join("\n")))).toEqual([]);
    expect(logged.length).toBeGreaterThan(5);
    await (isNative ? dumpIsClean() : filesAreClean());
  });
});

async function dump(): Promise<Buffer> {
  const bin = findPostgres();
  if (!bin) throw new Error("pg_dump is missing.");
  const { stdout } = await promisify(execFile)(
    join(bin, "pg_dump"),
    ["--no-owner", "--no-privileges", config.databaseUrl as string],
    { encoding: "buffer", maxBuffer: 2 ** 28 },
  );
  return stdout;
}

async function dumpIsClean(): Promise<void> {
  const text = await dump();
  expect(text.includes("COPY app_public.notifications")).toBe(true);
  expect(text.includes("COPY graphile_worker")).toBe(true);
  expect(markersIn(text)).toEqual([]);
}

async function filesAreClean(): Promise<void> {
  const files = join(config.dataDir, "pgdata");
  // The markers are there until the steps of the page are done.
  expect(filesWithMarkers(files)).not.toEqual([]);
  const { openDatabase } = await loadDatabase();
  const database = await openDatabase(config, log);
  const client = await database.ownerPool.connect();
  for (const step of cleaning()) await client.query(step);
  client.release();
  await database.close();
  expect(filesWithMarkers(files)).toEqual([]);
}

/** Returns the steps of the page, statement by statement. */
function cleaning(): string[] {
  const page = pageAt("docs/operations.md");
  const [steps] = blocksOf({ ...page, text: sectionOf(page, "What is left in files") });
  return (steps?.code ?? "").split(";").filter((step) => step.trim());
}
