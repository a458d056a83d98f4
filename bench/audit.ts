/**
 * Measures what the audit log costs: how fast entries are written, chained and verified, and whether position reports
 * and reads of the user's own notifications wait for them. Neither is recorded.
 * Goal: both are as fast (within 3 %) while an administrator's reads are recorded as during unrecorded reads; a million
 * entries are verified within six seconds.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- audit [--small]
 *
 * ENTRIES sets the number of entries, a million by default.
 */
import autocannon from "autocannon";
import type pg from "pg";
import { verifyAudit } from "../src/audit/verify.ts";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { load } from "./lib/operations.ts";
import { cpuOf, type Server, startServer } from "./lib/servers.ts";
import { tokenOf } from "./lib/sessions.ts";
import { spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 9;
const SECONDS = isSmall ? 1 : 4;
const ENTRIES = isSmall ? 2_000 : Number(process.env.ENTRIES ?? 1_000_000);
/** An administrator's reads a second, and the number of connections for them. */
const READS = { overallRate: 20, connections: 2 };

/** What the administrator reads: people, which is recorded, and alerts, which is not. */
const BESIDE = {
  "unrecorded reads": "query beside { alerts(limit: 20) { id text1 text2 text3 createdAt } }",
  "recorded reads": "query beside { users(limit: 20) { id name email address isAdmin } }",
};
type Beside = keyof typeof BESIDE;
const MEASURED = ["newPosition", "notifications"] as const;

const seconds = async (run: () => Promise<unknown>) => {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
};

/** Writes entries as sessions write them, chains them as the job does, and verifies them. */
async function chain(owner: pg.Pool): Promise<void> {
  const written = await seconds(() =>
    owner.query(
      `select app_private.audit('PEOPLE_READ', 'USER', n, '{"fields": ["users"]}', 1, 1) from generate_series(1, $1::int) n`,
      [ENTRIES],
    ),
  );
  const chained = await seconds(async () => {
    while ((await owner.query("select app_private.chain_audit() as n")).rows[0].n > 0);
  });
  const client = await owner.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    let faults: string[] = [];
    const verified = await seconds(async () => {
      ({ faults } = await verifyAudit(client, []));
    });
    await client.query("rollback");
    if (faults.length > 0) throw new Error(faults[0]);
    console.log(
      table([
        {
          entries: ENTRIES.toLocaleString("en"),
          "written, µs each": ((1e6 * written) / ENTRIES).toFixed(1),
          "chained, µs each": ((1e6 * chained) / ENTRIES).toFixed(1),
          "verified, s": verified.toFixed(1),
        },
      ]),
    );
    if (!isSmall)
      console.log(`\nVerified within six seconds: ${verified <= 6 ? "met" : "not met"}.\n`);
  } finally {
    client.release();
  }
}

interface Round {
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Milliseconds of the host's CPU for each request. */
  cpu: number;
}

/** Requests an operation while an administrator reads and the job chains what is recorded. */
async function round(
  server: Server,
  owner: pg.Pool,
  operation: (typeof MEASURED)[number],
  beside: Beside,
): Promise<Round> {
  const reads = autocannon({
    url: server.url,
    ...READS,
    ...(isSmall ? { amount: 20 } : { duration: SECONDS + 1 }),
    timeout: 60,
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${tokenOf(1)}` },
    body: JSON.stringify({ query: BESIDE[beside] }),
    verifyBody: (body) => String(body).startsWith('{"data":{"'),
  });
  const cpu = cpuOf(server.pid);
  const result = await load(server, operation, 16, SECONDS);
  const used = cpuOf(server.pid) - cpu;
  const { mismatches, non2xx } = await reads;
  if (mismatches + non2xx > 0) throw new Error(`${beside} failed.`);
  await owner.query("select app_private.chain_audit()");
  return {
    rate: result["2xx"] / result.duration,
    p99: result.latency.p99,
    cpu: (1000 * used) / result["2xx"],
  };
}

await withDatabase("las_bench_audit", async (url, owner) => {
  await seed(owner, isSmall ? { users: 1000, alerts: 20 } : { users: 100_000, alerts: 1_000 });
  await chain(owner);
  const server = await startServer("service", "src/main.ts", 4480, url);
  const names = Object.keys(BESIDE) as Beside[];
  const rows: Record<string, string | number>[] = [];
  try {
    for (const operation of MEASURED) {
      const rounds: Record<Beside, Round[]> = { "unrecorded reads": [], "recorded reads": [] };
      for (let turn = -1; turn < ROUNDS; turn += 1) {
        for (const name of turn % 2 ? names : names.toReversed()) {
          const measured = await round(server, owner, operation, name);
          // The first round warms up.
          if (turn >= 0 || isSmall) rounds[name].push(measured);
        }
      }
      const ratios = (figure: keyof Round) =>
        rounds["recorded reads"].map(
          (measured, turn) =>
            measured[figure] / (rounds["unrecorded reads"][turn]?.[figure] as number),
        );
      for (const name of names) {
        rows.push({
          operation,
          beside: name,
          "requests/s": spread(rounds[name].map(({ rate }) => rate)),
          "÷ unrecorded": name === "recorded reads" ? spread(ratios("rate"), 2) : 1,
          "p99, ms": spread(rounds[name].map(({ p99 }) => p99)),
          "host CPU, ÷": name === "recorded reads" ? spread(ratios("cpu"), 2) : 1,
        });
      }
    }
  } finally {
    await server.stop();
  }
  console.log(table(rows));
});
