/** @database server only */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { open } from "../live/client.ts";
import { scrape } from "../metrics/scrape.ts";

/** A line of the log. */
interface Event {
  msg: string;
  host?: number;
  pid?: number;
  metrics?: string;
  operation?: string;
}

/** The least number of requests during a rolling restart. */
const REQUESTS = inFull(2_000, 400);

const events = (child: Child): Event[] =>
  child
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));

/** Returns the process id of a host: the process that began to serve last. */
const pidOf = (child: Child, host: number) =>
  events(child).findLast((event) => event.msg === "serving" && event.host === host)?.pid;

interface Sent {
  status: number | undefined;
  body: string;
}

interface PostOptions {
  agent?: Agent;
  token?: string;
  /** Called when the host has read the request's head. */
  arrived?: () => void;
}

/** Sends a document, over a connection of its own or over an agent's. */
function post(
  url: string,
  query: string,
  { agent, token, arrived }: PostOptions = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      ...(arrived && { expect: "100-continue" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(
      `${url}/graphql`,
      { method: "POST", headers, agent: agent ?? false },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => {
          body += text;
        });
        response.on("end", () => resolve({ status: response.statusCode, body }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    const send = () => void sent.end(JSON.stringify({ query }));
    if (!arrived) return send();
    sent.on("continue", () => {
      send();
      arrived();
    });
    sent.flushHeaders();
  });
}

const VERSION = { status: 200, body: '{"data":{"apiVersion":"1.0"}}' };
const LOGIN =
  'mutation { login(input: { email: "admin@example.org", password: "admin-password" }) { accessToken } }';

// The embedded database has one host.
describe("two hosts behind one port", () => {
  let clone: TestDatabase;
  let child: Child;
  let url: string;
  let directory: string;
  let secretFile: string;
  beforeAll(async () => {
    clone = await cloneDatabase();
    directory = await mkdtemp(join(tmpdir(), "las-hosts-"));
    const { JWT_SECRET = "", ...environment } = environmentOf(clone.config);
    secretFile = join(directory, "jwt-secret");
    await writeFile(secretFile, JWT_SECRET);
    child = startChild({
      ...environment,
      JWT_SECRET_FILE: secretFile,
      HOSTS: "2",
      JOBS: "true",
      METRICS_PORT: "0",
      KEEP_ALIVE_TIMEOUT: "2",
      REQUEST_BURST: "160",
      REQUEST_RATE: "1",
    });
    url = await child.url();
    await child.prints(/"msg":"2 hosts share/);
  });
  afterAll(async () => {
    child?.process.kill("SIGKILL");
    await child?.ended;
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const metrics = () => scrape(events(child).findLast(({ metrics }) => metrics)?.metrics as string);

  test("say once where they serve, and how many connections they share", () => {
    expect(child.output().match(/Serving POST/g)).toHaveLength(1);
    expect(child.output()).toContain(
      // 5 + 5 for requests, 4 + 3 for publication, 24 + 2 for the owner, and two more each.
      '"msg":"2 hosts share at most 57 connections to the database, 10 of them for requests."',
    );
    expect(child.output()).toContain('"hosts":2,"connections":57,"metrics":"http://');
  });

  test("take connections in turns, and the log says which of them answered", async () => {
    for (let count = 0; count < 6; count += 1) {
      expect(await post(url, "query Turns { apiVersion }")).toEqual(VERSION);
    }
    const hosts = await until(
      () =>
        events(child)
          .filter(({ operation }) => operation === "apiVersion")
          .map(({ host }) => host)
          .sort(),
      ({ length }) => length === 6,
    );
    expect(hosts).toEqual([1, 1, 1, 2, 2, 2]);
  });

  test("have one page of metrics, with the host of each series", async () => {
    const requests =
      'location_alert_requests_total{transport="http",operation="apiVersion",outcome="ok",host=';
    const page = await until(metrics, (page) => page.has(`${requests}"2"}`));
    expect(page.get(`${requests}"1"}`)).toBeGreaterThanOrEqual(1);
    expect(page.get(`${requests}"2"}`)).toBeGreaterThanOrEqual(1);
    expect(page.get('process_resident_memory_bytes{host="2"}')).toBeGreaterThan(10_000_000);
    const up = [...page.keys()].filter((one) => one.startsWith("location_alert_database_up"));
    expect(up).toEqual(['location_alert_database_up{host="1"}']);
    expect([1, 2, 3].map((host) => page.get(`location_alert_host_up{host="${host}"}`))).toEqual([
      1,
      1,
      undefined,
    ]);
  });

  test("run jobs in the first one only", async () => {
    const ran = 'location_alert_job_runs_total{task="speak_alert",outcome="ok",host=';
    const page = await until(metrics, (page) => page.has(`${ran}"1"}`));
    expect(page.has(`${ran}"2"}`)).toBe(false);
  });

  test("count a user's requests together", async () => {
    const { body } = await post(url, LOGIN);
    const token = JSON.parse(body).data.login.accessToken;
    // Each agent keeps a connection to a different host.
    const [one, other] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    const fields = Array.from({ length: 20 }, (_, index) => `a${index}: apiVersion`).join(" ");
    const isLimited = ({ body }: Sent) => body.includes("RATE_LIMITED");
    for (let turn = 0; turn < 8; turn += 1) {
      expect(isLimited(await post(url, `{ ${fields} }`, { agent: one, token }))).toBe(false);
    }
    expect(isLimited(await post(url, `{ ${fields} }`, { agent: one, token }))).toBe(true);
    expect(isLimited(await post(url, `{ ${fields} }`, { agent: other, token }))).toBe(true);
    for (const agent of [one, other]) agent.destroy();
  });

  test("answer all logins that arrive at once", async () => {
    const logins = await Promise.all(Array.from({ length: 8 }, () => post(url, LOGIN)));
    for (const { body } of logins) expect(body).toContain('"accessToken"');
  });

  test("serve websockets", async () => {
    const clients = await Promise.all([open(url), open(url)]);
    for (const client of clients) {
      expect(await client.ask("{ apiVersion }")).toEqual({ data: { apiVersion: "1.0" } });
      client.socket.close();
      await client.closed;
    }
  });

  test("are started again if they are killed, while the other one serves", async () => {
    const pid = pidOf(child, 2) as number;
    process.kill(pid, "SIGKILL");
    await child.prints(/host 2 has ended \(SIGKILL\): another one starts/);
    expect(await post(url, "{ apiVersion }")).toEqual(VERSION);
    await until(() => pidOf(child, 2) !== pid);
    expect(await post(url, "{ apiVersion }")).toEqual(VERSION);
  });

  test(`are restarted by SIGUSR2 one after the other, and none of ${REQUESTS} requests fails`, async () => {
    const old = [pidOf(child, 1), pidOf(child, 2)];
    const live = await open(url);
    let answered = 0;
    let isRestarting = true;
    /** Sends requests over new connections, or over the connection that an agent keeps. */
    const client = async (agent?: Agent) => {
      while (isRestarting || answered < REQUESTS) {
        expect(await post(url, "{ apiVersion }", { ...(agent && { agent }) })).toEqual(VERSION);
        answered += 1;
        // The hosts that start need the processor too.
        await sleep(50);
      }
    };
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true }));
    const clients = Promise.all([
      ...agents.map(client),
      ...Array.from({ length: 4 }, () => client()),
    ]);
    child.process.kill("SIGUSR2");
    await Promise.race([clients, child.prints(/hosts: all are restarted/)]);
    isRestarting = false;
    await clients;
    for (const agent of agents) agent.destroy();
    expect(await live.closed).toEqual([1001, "The host is stopping."]);
    const now = [pidOf(child, 1), pidOf(child, 2)];
    expect(now.filter((pid) => pid !== undefined && !old.includes(pid))).toHaveLength(2);
  });

  test("keep serving if a new host cannot start", async () => {
    await rm(secretFile);
    child.process.kill("SIGUSR2");
    await child.prints(/not all are restarted: Host 1 has ended before it served/);
    expect(child.output()).toMatch(/^JWT_SECRET_FILE must be a file that can be read/m);
    expect(await post(url, "{ apiVersion }")).toEqual(VERSION);
  });

  test("let running requests finish at SIGTERM, and then all end", async () => {
    const pids = [pidOf(child, 1), pidOf(child, 2)] as number[];
    const sent = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const answer = post(url, LOGIN, { arrived: resolve });
        await promise;
        return { answer };
      }),
    );
    expect(await child.end()).toBe(0);
    for (const { answer } of sent) expect((await answer).body).toContain('"accessToken"');
    expect(child.output()).toContain("SIGTERM: ending all hosts.");
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });
});

test("several hosts that cannot start say why, and end with 1", async () => {
  const clone = await cloneDatabase();
  const child = startChild({
    ...environmentOf(clone.config),
    HOSTS: "2",
    DATABASE_URL: `${clone.config.databaseUrl}_gone`,
  });
  expect(await child.ended).toBe(1);
  expect(child.output()).toMatch(/_gone.* does not exist/);
  expect(child.output()).toMatch(/^Host 1 has ended before it served \(1\)\.$/m);
  await clone.drop();
});

test("several hosts do not start if a setting is wrong", async () => {
  const child = startChild({
    HOSTS: "2",
    PORT: "http",
    DATABASE_URL: "postgres://localhost:1/las",
    JWT_SECRET: "a secret for tests of thirty-two characters",
  });
  expect(await child.ended).toBe(1);
  expect(child.output()).toBe('PORT must be a whole number from 0 to 65535, not "http".\n');
});

test("the embedded database refuses several hosts", async () => {
  const child = startChild({ HOSTS: "2" });
  expect(await child.ended).toBe(1);
  expect(child.output()).toBe(
    "HOSTS must be 1 with the embedded database, which belongs to one process: set DATABASE_URL to a PostgreSQL server.\n",
  );
});
