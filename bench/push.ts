/**
 * Measures how fast pushes to 1,000, 10,000 and 100,000 users, each with a device, reach a provider that accepts all.
 * Compares with the same provider's client in a loop without a database, in turns. Also measures the host's memory
 * during the pushes. Goal: the memory does not depend on the number of pushes.
 *
 * Then compares pushes alone with pushes to people who get a mail too, 100 a second, in turns. Goal: as fast as alone.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- push [--small]
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type pg from "pg";
import { openProviders } from "../src/delivery/push/index.ts";
import type { Provider, ProviderName } from "../src/delivery/push/provider.ts";
import { sendAll } from "../src/delivery/push/send-pushes.ts";
import { readConfig } from "../src/settings/config.ts";
import { connect, withClones } from "./lib/clones.ts";
import { insertUsers, isSmall } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { spread, table } from "./lib/statistics.ts";
import { peakMemory } from "./publication/memory.ts";
import { publish } from "./publication/publish.ts";
import { startServices } from "./push/services.ts";

const SIZES = isSmall ? [500] : [1_000, 10_000, 100_000];
const ROUNDS = isSmall ? 1 : 3;
const PROVIDERS: ProviderName[] = ["expo", "fcm"];

const tokenOf = (provider: ProviderName, id: number | string) =>
  provider === "expo" ? `ExponentPushToken[phone-${id}]` : `phone-${id}:APA91b${"x".repeat(130)}`;

const AREA = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 1 },
  { latitude: 1, longitude: 1 },
  { latitude: 1, longitude: 0 },
];

/** Inserts users inside the area, each with a device of the provider. */
async function fill(client: pg.Client, users: number, provider: ProviderName): Promise<void> {
  await client.query(insertUsers(users));
  const token = tokenOf(provider, "%s");
  await client.query(
    "insert into app_private.devices (user_id, token, provider) select id, format($1, id), $2 from app_public.users",
    [token, provider],
  );
  await client.query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), st_setsrid(st_makepoint(random(), random()), 4326), null, 'STILL' from app_public.users`,
  );
}

/** Returns the seconds that the provider's client alone needs for as many pushes. */
async function sendAlone(provider: Provider, users: number): Promise<number> {
  const began = performance.now();
  for (let first = 0; first < users; first += 1000) {
    const pushes = Array.from({ length: Math.min(1000, users - first) }, (_, index) => ({
      token: tokenOf(provider.name, first + index),
      text: "1",
      notificationId: first + index,
      alertId: 1,
      level: "ONE" as const,
      kind: "ALERT" as const,
      status: "ACTUAL" as const,
      language: "en",
      expiresAt: Date.now() + 86_400_000,
      endsAt: performance.now() + 86_400_000,
    }));
    await sendAll(provider, pushes);
  }
  return (performance.now() - began) / 1000;
}

const rows: Record<string, string | number>[] = [];
const services = await startServices();
const opened = await openProviders(readConfig(services.env).push);
const providers = new Map(opened.map(({ provider }) => [provider.name, provider]));
await withClones("las_bench_push", async (clones) => {
  for (const name of PROVIDERS) {
    for (const users of SIZES) {
      const url = await clones.make(`${name}_${users}`, (client) => fill(client, users, name));
      const env = { ...services.env, JOBS: "true" };
      const server = await startServer("service", "src/main.ts", 4370, url, env);
      const client = await connect(url);
      const rounds: { seconds: number; alone: number; rate: number }[] = [];
      let memory = { host: 0, database: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const alone = await sendAlone(providers.get(name) as Provider, users);
        await services.count();
        await client.query("truncate app_private.deliveries");
        const watch = peakMemory(server.pid);
        const began = performance.now();
        await publish(server, url, AREA);
        while ((await services.accepted()) < users) await sleep(20);
        const seconds = (performance.now() - began) / 1000;
        memory = watch.stop();
        const { accepted, twice } = await services.count();
        if (accepted !== users || twice > 0) {
          throw new Error(`${accepted} of ${users} pushes, ${twice} devices more than once`);
        }
        rounds.push({ seconds, alone, rate: users / seconds });
      }
      rows.push({
        provider: name,
        users: users.toLocaleString("en"),
        "s to the last": spread(
          rounds.map(({ seconds }) => seconds),
          2,
        ),
        "pushes/s": spread(rounds.map(({ rate }) => rate)),
        "÷ the client alone": spread(
          rounds.map(({ seconds, alone }) => seconds / alone),
          2,
        ),
        "host MiB more": memory.host.toFixed(0),
        "database MiB more": memory.database.toFixed(0),
      });
      console.error(table(rows.slice(-1)));
      await client.end();
      await server.stop();
    }
  }
});

const sink = new Worker(new URL("push/mail-sink.ts", import.meta.url));
const [port] = await once(sink, "message");
const ALERT_MAIL = {
  MAIL_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "alerts@example.org",
  PUBLIC_URL: "https://example.org",
  ALERT_MAIL: "true",
  ALERT_MAIL_PER_SECOND: "100",
};
const besideMail: Record<string, string | number>[] = [];
await withClones("las_bench_push_and_mail", async (clones) => {
  const users = SIZES.at(-1) as number;
  const url = await clones.make("both", (client) => fill(client, users, "expo"));
  const env = { ...services.env, ...ALERT_MAIL, JOBS: "true" };
  const server = await startServer("service", "src/main.ts", 4370, url, env);
  const client = await connect(url);
  await client.query(
    "update app_public.users set email_verified = true, alerts_by_email = 'ALWAYS'",
  );
  const times = { alone: [] as number[], both: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mode of ["alone", "both"] as const) {
      await client.query("select app_private.begin_alert_mail($1)", [mode === "both"]);
      await client.query("delete from graphile_worker._private_jobs where locked_at is null");
      await client.query("truncate app_private.deliveries");
      await services.count();
      sink.postMessage("count");
      await once(sink, "message");
      const began = performance.now();
      await publish(server, url, AREA);
      while ((await services.accepted()) < users) await sleep(20);
      times[mode].push((performance.now() - began) / 1000);
      sink.postMessage("count");
      const [mails] = await once(sink, "message");
      console.error(mode, times[mode].at(-1)?.toFixed(2), "s", mails, "mails");
    }
  }
  besideMail.push({
    users: users.toLocaleString("en"),
    "s alone": spread(times.alone, 2),
    "s with mails": spread(times.both, 2),
    "with ÷ alone": spread(
      times.both.map((both, round) => both / (times.alone[round] as number)),
      2,
    ),
  });
  await client.end();
  await server.stop();
});
await sink.terminate();
await services.close();
for (const provider of providers.values()) await provider.close?.();
console.log(table(rows));
console.log(table(besideMail));
