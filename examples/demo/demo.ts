import { graphqlClient } from "../phone/graphql.ts";
import { type Alert, loginAsAdministrator, publishAlert, readAlert } from "./administrator.ts";
import { administratorPassword, DemoError, readOptions } from "./options.ts";
import { each, pace, rest } from "./pace.ts";
import { joinAll, type Participant } from "./participants.ts";
import { Phone } from "./phone.ts";
import { Tally } from "./tally.ts";
import { plan } from "./travellers.ts";

const log = (text: string) =>
  process.stderr.write(`${text}
`);

/** Logs the progress every other second. */
async function logProgress(signal: AbortSignal, line: () => string): Promise<void> {
  while (!signal.aborted) {
    await rest(2000, signal);
    if (!signal.aborted) log(line());
  }
}

/** Users move, an alert is published, and it notifies the users in its zones. Returns the exit code. */
async function demo(): Promise<number> {
  const options = readOptions();
  const { users, rate, seed, seconds, url, email } = options;
  const graphql = graphqlClient(url);
  const { apiVersion } = await graphql<{ apiVersion: string }>("{ apiVersion }").catch(
    (error: Error) => {
      throw new DemoError(`${error.message} Start it with \`npm start\`, or give its --url.`);
    },
  );
  const adminToken = await loginAsAdministrator(
    graphql,
    email,
    await administratorPassword(options),
  );

  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.once("SIGTERM", () => interrupted.abort());

  log(`${url} (version ${apiVersion}): ${users} users of seed ${seed} log in …`);
  const participants: Participant[] = [];
  const allJoined = new AbortController();
  const progress = logProgress(
    AbortSignal.any([allJoined.signal, interrupted.signal]),
    () => `       ${participants.length} of ${users}`,
  );
  await joinAll(
    graphql,
    adminToken,
    seed,
    plan(seed, users, seconds),
    interrupted.signal,
    (participant) => participants.push(participant),
  ).finally(() => allJoined.abort());
  await progress;
  if (interrupted.signal.aborted) return 0;
  participants.sort((a, b) => a.traveller.number - b.traveller.number);

  const tally = new Tally();
  const phones = participants.map((participant) => new Phone(graphql, participant, tally));
  const began = performance.now();
  const second = () => (performance.now() - began) / 1000;
  const end = AbortSignal.any([interrupted.signal, AbortSignal.timeout(seconds * 1000)]);
  log("They move.");
  let alert: Alert | undefined;
  await Promise.all([
    logProgress(end, () => tally.line(second())),
    pace(rate, end, (index) => (phones[index % users] as Phone).report(second())),
    // By then, most users have reported a position, and the reader has had time to look.
    rest(Math.min(10, seconds / 3) * 1000, end).then(async () => {
      if (end.aborted) return;
      alert = await publishAlert(graphql, adminToken);
      const { id, reachedUsers } = alert;
      log(
        `       Alert #${id} is published over the Marais: it notifies ${reachedUsers} users at once.`,
      );
      await pace(rate / 2, end, (index) => (phones[index % users] as Phone).poll(id));
    }),
  ]);
  const lasted = second();
  if (alert) {
    const { id } = alert;
    // Fetches the notifications since each phone's last poll.
    await each(phones, 10, new AbortController().signal, (phone) => phone.poll(id));
    alert = await readAlert(graphql, adminToken, id);
  }
  process.stdout.write(`\n${tally.summary(lasted, alert)}\n`);
  return tally.positions > 0 ? 0 : 1;
}

demo().then(
  (code) => process.exit(code),
  (error: Error) => {
    log(error instanceof DemoError ? error.message : String(error.stack));
    process.exit(1);
  },
);
