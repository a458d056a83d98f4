/**
 * Measures how long the administrator waits to log in while seventy clients guess passwords without a pause, from one
 * address and from many. Goal: 25 of 25 logins within two seconds.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- logins [--small]
 */
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { hashPassword } from "../src/people/passwords.ts";
import { isSmall, withDatabase } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, table } from "./lib/statistics.ts";

const CLIENTS = isSmall ? 10 : 70;
const LOGINS = isSmall ? 5 : 25;
const GOAL = 2000;
const ADMIN = { email: "admin@example.org", password: "a password of the benchmark" };
const HOME = "127.0.0.1";

const LOGIN = "mutation ($input: LoginCredentials!) { login(input: $input) { userId } }";

/** The address from which each client guesses, and the account whose password it guesses. */
const ATTACKS: Record<string, { from(client: number): string; at(client: number): string }> = {
  none: { from: () => HOME, at: () => "" },
  "one address, many accounts": { from: () => HOME, at: (client) => `user${client}@example.org` },
  "another address, the same account": { from: () => "127.0.1.1", at: () => ADMIN.email },
  "many addresses, the same account": {
    from: (client) => `127.0.2.${client + 1}`,
    at: () => ADMIN.email,
  },
  "many addresses, many accounts": {
    from: (client) => `127.0.3.${client + 1}`,
    at: (client) => `user${client}@example.org`,
  },
};

/** Logs in from an address of this machine. Returns the code of the error, or undefined for a token. */
function login(server: Server, from: string, input: object): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url, {
      localAddress: from,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    sent.on("error", reject);
    sent.on("response", async (response) => {
      const { data, errors } = (await json(response)) as {
        data?: { login?: object };
        errors?: { extensions: { code: string } }[];
      };
      const code = errors?.[0]?.extensions.code;
      if (!code && !data?.login) reject(new Error("The answer has neither data nor errors."));
      else resolve(code);
    });
    sent.end(JSON.stringify({ query: LOGIN, variables: { input } }));
  });
}

await withDatabase("las_bench_logins", async (url, owner) => {
  await owner.query("select app_public.new_user($1, $2, 'Administrator', '', true)", [
    ADMIN.email,
    await hashPassword(ADMIN.password),
  ]);
  // Empty values set the default quotas.
  const env = { ANONYMOUS_BURST: "", REQUEST_BURST: "" };
  const server = await startServer("service", "src/main.ts", 4390, url, env);
  const rows = [];
  for (const [attack, { from, at }] of Object.entries(ATTACKS)) {
    // The administrator's address is known, and nobody has failed yet.
    await owner.query("truncate app_private.login_failures");
    await login(server, HOME, ADMIN);
    let isOver = false;
    const answered: Record<string, number> = {};
    const clients = Array.from({ length: attack === "none" ? 0 : CLIENTS }, async (_, client) => {
      while (!isOver) {
        const input = { email: at(client), password: "a wrong password" };
        const code = (await login(server, from(client), input)) ?? "a token";
        answered[code] = (answered[code] ?? 0) + 1;
      }
    });
    const cpu = server.cpu();
    const took: number[] = [];
    for (let turn = 0; turn < LOGINS; turn += 1) {
      const began = performance.now();
      const refusal = await login(server, HOME, ADMIN);
      if (!refusal) took.push(performance.now() - began);
    }
    isOver = true;
    await Promise.all(clients);
    const { UNAUTHENTICATED: checked = 0, RATE_LIMITED: refused = 0 } = answered;
    rows.push({
      "guesses from": attack,
      "logins within 2 s": `${took.filter((time) => time <= GOAL).length} of ${LOGINS}`,
      "median ms": median(took).toFixed(0),
      "longest ms": Math.max(...took).toFixed(0),
      "guesses checked": checked,
      "guesses refused": refused,
      "host CPU s": (server.cpu() - cpu).toFixed(1),
    });
  }
  console.log(table(rows));
  await server.stop();
});
