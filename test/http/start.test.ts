/** @database both */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openDatabase, openDirectory } from "../../src/database/open.ts";
import { requireHostSessions } from "../../src/database/server-checks.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { readConfig } from "../../src/settings/config.ts";
import { type Address, makeAddress } from "../crash/address.ts";
import { ready } from "../helpers/ready.ts";
import { databaseUrl, dropDatabase, onServer } from "../helpers/server.ts";
import { until } from "../helpers/until.ts";
import { type Child, startChild } from "./child.ts";

const run = promisify(execFile);
const serverUrl = process.env.TEST_DATABASE_URL;
const SECRET = "a secret for tests of thirty-two characters";

/** The settings of a start on an empty directory for the embedded database, or on an empty database of a server. */
let place: NodeJS.ProcessEnv;
let child: Child | undefined;
let address: Address | undefined;
const name = `las_start_${randomUUID().replaceAll("-", "")}`;
beforeAll(async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "las-start-"));
  place = { DATA_DIR, PORT: "0" };
  if (serverUrl) {
    await onServer(serverUrl, `create database ${name}`);
    place = { ...place, DATABASE_URL: databaseUrl(serverUrl, name), JWT_SECRET: SECRET };
  }
});
afterAll(async () => {
  child?.process.kill("SIGKILL");
  await child?.ended;
  address?.close();
  if (serverUrl) await dropDatabase(serverUrl, name);
  await rm(place.DATA_DIR as string, { recursive: true, force: true });
});

/** Runs a start that must fail. Returns its exit code and output. */
async function failedStart(env: NodeJS.ProcessEnv): Promise<{ code: unknown; output: string }> {
  child = startChild(env);
  const code = await child.ended;
  return { code, output: child.output() };
}

describe("the first start", () => {
  let token: string;
  let url: string;
  let password: string;

  (serverUrl ? test : test.skip)("makes no administrator if it fails", async () => {
    const other: Server = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, output } = await failedStart({ ...place, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Port ${port} is in use: set PORT to another one\\.$`, "m"));
    expect(output).not.toMatch(/\bat .+:\d+|administrator/);
  });

  test("goes on when PostgreSQL answers, and prints the address, the administrator, the generated password, and how to log in", async () => {
    const server = new URL(place.DATABASE_URL ?? "tcp://localhost:1");
    // Nobody listens on port 1.
    address = await makeAddress(1, server.hostname);
    const { port } = server;
    server.host = `127.0.0.1:${address.port}`;
    child = startChild({
      ...place,
      METRICS_PORT: "0",
      ...(serverUrl && { DATABASE_URL: server.href }),
    });
    if (serverUrl) {
      await child.prints(/the start waits for it/);
      address.leadTo(Number(port));
      await child.prints(/PostgreSQL answers, and the start goes on/);
    }
    url = await child.url();
    await child.prints(/curl .+/);
    const [serving] = await child.prints(/^\{.*"msg":"serving".*\}$/m);
    const database = serverUrl ? "postgresql" : "embedded";
    expect(JSON.parse(serving)).toMatchObject({ level: "info", url, database });
    const metrics = await fetch(JSON.parse(serving).metrics);
    expect(await metrics.text()).toMatch(/^process_/m);
    const output = child.output();
    if (!serverUrl) expect(output).toMatch(/creating .+ seconds/);
    // Grafast names this variable if it does not know that it is in production.
    expect(output).not.toContain("GRAPHILE_ENV");
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(output).toContain("admin@example.org");
    password = output.match(/password is (\S+)/)?.[1] as string;
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(output).toMatch(/once/);
  });

  test("prints a command that logs in", async () => {
    const [command] = (await (child as Child).prints(/curl .+/)) as [string];
    const { stdout } = await run("sh", ["-c", `${command} --silent`]);
    const { data } = JSON.parse(stdout);
    token = data.login.accessToken;
    expect(data.login).toEqual({ accessToken: expect.any(String), userId: 1 });
  });

  test("leads to a ready host that SIGUSR2 does not stop, and SIGTERM does", async () => {
    await ready(url);
    (child as Child).process.kill("SIGUSR2");
    await (child as Child).prints(/^SIGUSR2: .* It keeps serving\.$/m);
    await ready(url);
    expect(await (child as Child).end()).toBe(0);
  });

  test("is followed by starts that print no password and keep tokens and the password", async () => {
    // It still runs if the test before has failed.
    await child?.end();
    child = startChild({ ...place, LOG_LEVEL: "warn" });
    const again = await child.url();
    const ask = async (query: string, headers = {}) => {
      const response = await fetch(`${again}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query }),
      });
      return await response.json();
    };
    expect(await ask("{ me { id } }", { authorization: `Bearer ${token}` })).toEqual({
      data: { me: { id: 1 } },
    });
    expect(
      await ask(
        `mutation { login(input: { email: "admin@example.org", password: "${password}" }) { userId } }`,
      ),
    ).toEqual({ data: { login: { userId: 1 } } });
    expect(child.output()).not.toMatch(/password|curl/i);
    expect(child.output()).not.toContain(password);
    expect(await child.end()).toBe(0);
    expect(child.output()).not.toContain('"level":"info"');
  });

  (serverUrl ? test.skip : test)("writes no secret that other users may read", async () => {
    const { mode } = await stat(join(place.DATA_DIR as string, "jwt-secret"));
    expect(mode & 0o077).toBe(0);
  });
});

// What these print is the same on the embedded database.
(serverUrl ? test : test.skip).each(["src/main.ts", "src/worker.ts"])(
  "a start of %s waits while PostgreSQL is away, says so once, and SIGTERM ends it",
  async (entry) => {
    let tries = 0;
    const away: Server = createServer((socket) => {
      tries += 1;
      socket.destroy();
    }).listen(0);
    await once(away, "listening");
    const { port } = away.address() as { port: number };
    const DATABASE_URL = `postgres://someone:a-secret-word@localhost:${port}/las`;
    child = startChild({ ...place, DATABASE_URL, JWT_SECRET: SECRET }, entry);
    await until(() => tries >= 3);
    expect(await child.end()).toBe(0);
    away.close();
    expect(child.output().match(/PostgreSQL does not answer, so the start waits/g)).toHaveLength(1);
    expect(child.output()).not.toContain("a-secret-word");
  },
);

(serverUrl ? describe : describe.skip)("a start fails with 1 and says why", () => {
  const server = serverUrl as string;
  test("if DATABASE_URL is set and JWT_SECRET is not", async () => {
    const { code, output } = await failedStart({ DATABASE_URL: "postgres://localhost/las" });
    expect(code).toBe(1);
    expect(output).toMatch(/^JWT_SECRET must be set/m);
    expect(output).not.toMatch(/\bat .+:\d+/);
  });

  test("if PORT is invalid", async () => {
    const { code, output } = await failedStart({ ...place, PORT: "80.5" });
    expect(code).toBe(1);
    expect(output).toMatch(/^PORT must be a whole number from 0 to 65535/m);
    expect(output).not.toMatch(/\bat .+:\d+/);
  });

  test("if PostgreSQL has no such database, or refuses the login", async () => {
    const missing = `${name}_missing`;
    const { code, output } = await failedStart({
      ...place,
      DATABASE_URL: databaseUrl(server, missing),
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: `DATABASE_URL cannot be used: database "${missing}" does not exist.\n`,
    });
    const wrong = new URL(server);
    wrong.password = "a-secret-word";
    const DATABASE_URL = databaseUrl(wrong.href, name);
    const refused = await failedStart({ ...place, DATABASE_URL });
    const why = `cannot be used: password authentication failed for user "${wrong.username}".`;
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`DATABASE_URL ${why}`);
    expect(refused.output).not.toMatch(/\bat .+:\d+|a-secret-word/);
    const config = readConfig({ ...place, HOST_DATABASE_URL: DATABASE_URL });
    const database = await openDatabase(config, () => {});
    const named = new ConfigError(`HOST_DATABASE_URL ${why}`);
    await expect(requireHostSessions(database)).rejects.toThrow(named);
    await database.close();
  });
});

test("a directory for the embedded database that cannot be made is named", async () => {
  const why = "/proc/las/data cannot be used: no such file or directory (ENOENT).";
  await expect(openDirectory("/proc/las/data", () => {})).rejects.toThrow(
    new ConfigError(`DATA_DIR: ${why}`),
  );
});
