import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { type Child, environmentOf, startChild } from "./child.ts";

let clone: TestDatabase;
let child: Child;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  child?.process.kill("SIGKILL");
  await child?.ended;
  await clone.drop();
});

/** Starts a host as a process. Returns its address. */
async function start(): Promise<string> {
  child = startChild(environmentOf(clone.config));
  return await child.url();
}

const LOGIN =
  'mutation { login(input: { email: "admin@example.org", password: "admin-password" }) { userId } }';

/** POSTs a document over its own connection, or over an agent's. */
function post(
  url: string,
  query: string,
  agent?: Agent,
): Promise<{ status?: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/graphql`,
      { method: "POST", headers: { "content-type": "application/json" }, agent: agent ?? false },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (text) => {
          body += text;
        });
        response.on("end", () => resolve({ status: response.statusCode, body }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify({ query }));
  });
}

describe("SIGTERM", () => {
  test("lets running requests finish, takes no new ones, and exits with 0", async () => {
    const url = await start();
    // Sixteen bcrypt hashes on two cores take a while.
    const running = Array.from({ length: 16 }, () => post(url, LOGIN));
    await Promise.race(running);
    child.process.kill("SIGTERM");
    await child.prints(/SIGTERM: ending/);
    await expect(post(url, "{ apiVersion }")).rejects.toThrow(
      /ECONNREFUSED|ECONNRESET|socket hang up/,
    );
    for (const answer of await Promise.all(running)) {
      expect(answer).toEqual({ status: 200, body: '{"data":{"login":{"userId":1}}}' });
    }
    expect(await child.ended).toBe(0);
    expect(child.output()).not.toMatch(/Error|^\s+at .+:\d+/m);
  });

  test("does not wait for idle keep-alive connections", async () => {
    const url = await start();
    const agent = new Agent({ keepAlive: true });
    await post(url, "{ apiVersion }", agent);
    const running = post(url, LOGIN, agent);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = child.end();
    expect((await running).status).toBe(200);
    const answered = performance.now();
    expect(await ended).toBe(0);
    // Node keeps an idle connection for 5 s.
    expect(performance.now() - answered).toBeLessThan(4000);
    agent.destroy();
  });

  test("during the start exits with 0, when the host has started", async () => {
    child = startChild(environmentOf(clone.config));
    // Long enough to install the signal handlers, too short to open the database.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await child.end()).toBe(0);
  });
});

test("SIGINT exits with 0 too", async () => {
  await start();
  expect(await child.end("SIGINT")).toBe(0);
  expect(child.output()).toMatch(/SIGINT: ending/);
});

test("kill -9 loses nothing that was acknowledged", async () => {
  const url = await start();
  const edit = (token: string) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: 'mutation { userEdit(input: { address: "kept" }, id: 1) { id } }',
      }),
    });
  const { body } = await post(url, LOGIN.replace("userId", "accessToken"));
  const { accessToken } = JSON.parse(body).data.login;
  expect((await edit(accessToken)).status).toBe(200);
  await child.end("SIGKILL");
  const again = await start();
  const response = await fetch(`${again}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: "{ me { address } }" }),
  });
  expect(await response.json()).toEqual({ data: { me: { address: "kept" } } });
  expect(await child.end()).toBe(0);
});
