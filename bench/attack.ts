/**
 * Attacks the service, each time from a new process, and measures what the attack costs and how it slows others down:
 * a client that reports its position, an administrator who logs in, and one who publishes to 10,000 people.
 * Goal: at most 3 times the quiet p99, and twice the quiet publication.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- attack [name…] [--small]
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import bcrypt from "bcrypt";
import pg from "pg";
import { type Attack, headersOf, post } from "./attack/attack.ts";
import { watch } from "./attack/bystander.ts";
import { postgresCpu } from "./attack/postgres-cpu.ts";
import { withClones } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, table } from "./lib/statistics.ts";
import { area, fillWithCrowd, reporters } from "./publication/crowd.ts";
import { publish } from "./publication/publish.ts";

const CROWD = 10_000;
const [bystanderId = 0] = reporters(CROWD);
/** Publications before the attack. Their median is the quiet time. */
const QUIET_PUBLICATIONS = isSmall ? 1 : 5;
/** The shortest attack, in milliseconds. It goes on until the publication is complete. */
const DURATION = isSmall ? 1_000 : 5_000;
/** Milliseconds after which an attack is cut off. */
const PATIENCE = isSmall ? 5_000 : 20_000;
/** Milliseconds between the start of the attack and the start of the publication. */
const LEAD = 500;
const PASSWORD = "the password of the administrator";

/** Inserts alerts with 4 MB of speech. */
const ALERTS = `
  with area as (select st_buffer(st_setsrid(st_makepoint(20, 60), 4326)::geography, 700, 6)::geometry as zone),
  alert as (
    insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select 1, now() + interval '1 day', zone, app_private.zone_around(zone, 1000), app_private.zone_around(zone, 2000),
        1000, 2000, '1 day', 'Leave now.', 'Be ready to leave.', 'Stay where you are.'
      from area, generate_series(1, 1000)
      returning id, language),
  speech as (
    insert into app_private.speeches (digest, voice, mp3)
      select decode(md5(n::text), 'hex'), 'bench', convert_to(repeat('x', 32768), 'UTF8') from generate_series(1, 120) n
      returning id)
  insert into app_private.alert_speeches (alert_id, level, language, speech_id)
    select a.id, l.level::app_public.level_alert, a.language, s.id
      from (select id, row_number() over () - 1 as n from speech) s
      join (select id, language, row_number() over () - 1 as n from alert) a on a.n = s.n / 3
      join (values (0, 'ONE'), (1, 'TWO'), (2, 'THREE')) l (n, level) on l.n = s.n % 3`;

async function fill(client: pg.Client): Promise<void> {
  await fillWithCrowd(client, CROWD);
  await client.query(ALERTS);
  await client.query(
    "update app_private.user_credentials set password_hash = $1 where user_id = 1",
    [await bcrypt.hash(PASSWORD, 11)],
  );
}

/** Returns the largest memory that a process has had, in MB. */
function peakMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1] ?? Number.NaN) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** Logs in as the administrator. Returns the seconds. */
async function logIn({ url }: Server): Promise<number> {
  const began = performance.now();
  const query = "mutation ($input: LoginCredentials!) { login(input: $input) { userId } }";
  const variables = { input: { email: "user1@example.org", password: PASSWORD } };
  const { text } = await post(url, JSON.stringify({ query, variables }), headersOf(undefined));
  return text.includes('"userId":1') ? (performance.now() - began) / 1000 : Number.NaN;
}

/** Attacks from a new process. `stop` ends it and returns the answers. */
function start(name: string, url: string) {
  const child = spawn(process.execPath, ["bench/attack/attacker.ts", name, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const answers: { outcome: string; milliseconds: number }[] = [];
  createInterface(child.stdout).on("line", (line) => answers.push(JSON.parse(line)));
  return {
    stop() {
      child.kill("SIGKILL");
      return answers;
    },
  };
}

/** Lists the kinds of answers, with the number of each. */
function kindsOf(answers: { outcome: string }[]): string {
  const kinds = Map.groupBy(answers, ({ outcome }) => outcome);
  return [...kinds].map(([kind, { length }]) => `${length} × ${kind}`).join(", ") || "none";
}

/** Resolves to undefined if a measurement fails or takes too long. */
const inTime = (figure: Promise<number>): Promise<number | undefined> =>
  Promise.race([figure.catch(() => undefined), sleep(PATIENCE, undefined, { ref: false })]);

const ratio = (quiet: number, busy: number | undefined) =>
  busy === undefined ? "never" : `${(busy / quiet).toFixed(1)}`;

async function measure(name: string, url: string, pool: pg.Pool) {
  const { what }: Attack = (await import(`./attack/attacks/${name}.ts`)).default;
  // Empty values set the default quotas, as on a host under attack.
  const quotas = { REPORT_BURST: "", REQUEST_BURST: "", ANONYMOUS_BURST: "" };
  const env = { JOBS: "true", ...quotas };
  const server = await startServer("service", "src/main.ts", 24_330, url, env);
  try {
    const publication = async () => (await publish(server, url, area())).seconds;
    await logIn(server);
    await publication(); // warm-up
    const quietWatch = watch(server.url, bystanderId);
    const quietTimes: number[] = [];
    for (let n = 0; n < QUIET_PUBLICATIONS; n += 1) quietTimes.push(await publication());
    await sleep(DURATION / 2);
    const quiet = {
      felt: quietWatch.stop(),
      seconds: median(quietTimes),
      login: await logIn(server),
    };

    const [hostCpu, databaseCpu] = [server.cpu(), await postgresCpu(pool)];
    const began = performance.now();
    const attacker = start(name, server.url);
    const bystander = watch(server.url, bystanderId);
    await sleep(LEAD);
    const [seconds, login] = await Promise.all([
      inTime(publication()),
      inTime(logIn(server)),
      sleep(DURATION - LEAD),
    ]);
    const answers = attacker.stop();
    const felt = bystander.stop();
    const cpu = server.cpu() - hostCpu;
    return {
      attack: `${name}: ${what}`,
      s: ((performance.now() - began) / 1000).toFixed(1),
      "host CPU s": cpu.toFixed(1),
      "PostgreSQL CPU s": ((await postgresCpu(pool)) - databaseCpu).toFixed(1),
      "host CPU ms ÷ request": answers.length ? ((1000 * cpu) / answers.length).toFixed(1) : "",
      "RSS MB": peakMemory(server.pid).toFixed(0),
      answers: kindsOf(answers),
      "bystander's p99 ms": `${quiet.felt.p99.toFixed(0)} → ${felt.p99.toFixed(0)}`,
      "× quiet": ratio(quiet.felt.p99, felt.p99),
      "bystander refused": felt.refused,
      "publication s": `${quiet.seconds.toFixed(2)} → ${seconds?.toFixed(2) ?? "never"}`,
      "× quiet ": ratio(quiet.seconds, seconds),
      "login s": `${quiet.login.toFixed(2)} → ${login?.toFixed(2) ?? "never"}`,
    };
  } finally {
    // The host may be too busy for SIGTERM.
    const killer = setTimeout(() => process.kill(server.pid, "SIGKILL"), 2_000);
    await server.stop().catch(() => {});
    clearTimeout(killer);
  }
}

const all = readdirSync(new URL("./attack/attacks/", import.meta.url)).map((file) =>
  file.replace(/\.ts$/, ""),
);
const chosen = all.filter((name) => process.argv.includes(name));
/** The attacks that --small runs. */
const SAMPLE = ["aliases"];
const rows: Record<string, string | number>[] = [];
await withClones("las_bench_attack", async (clones) => {
  const url = await clones.make("target", fill);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on("error", () => {});
  for (const name of chosen.length > 0 ? chosen : isSmall ? SAMPLE : all) {
    rows.push(await measure(name, url, pool));
    console.error(table(rows.slice(-1)));
  }
  await pool.end();
});
console.log(table(rows));
