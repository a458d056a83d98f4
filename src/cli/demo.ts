import "../ops/graphile-env.ts";
import { Command, Option } from "commander";
import { graphqlClient } from "../../examples/phone/graphql.ts";
import { log } from "../ops/log.ts";
import { type Alert, publishAlert, readAlert } from "./demo/alert.ts";
import { number } from "./demo/number.ts";
import { each, pace, rest } from "./demo/pace.ts";
import { joinAll, loginAsAdministrator, type Participant } from "./demo/participants.ts";
import { Phone } from "./demo/phone.ts";
import { Tally } from "./demo/tally.ts";
import { plan } from "./demo/travellers.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { askHidden } from "./user/ask-password.ts";

interface Options {
  users: number;
  rate: number;
  seed: number;
  seconds: number;
  url: string;
  email: string;
  password?: string;
}

function readOptions(): Options {
  const { PORT, ADMIN_EMAIL } = process.env;
  return new Command("npm run demo --")
    .description(
      "Moves fictional users through Paris, over the public API of a running service, and publishes an alert there. " +
        "Its users, demo-<seed>-<number>@example.org, and their positions stay: do not run it on a service that real people use.",
    )
    .option("--users <number>", "how many users", number(1, 10_000), 50)
    .option(
      "--rate <number>",
      "positions a second, of all users together",
      number(0.1, 1000, false),
      20,
    )
    .option(
      "--seed <number>",
      "the same seed makes the same users and routes",
      number(0, 2 ** 31 - 1),
      1,
    )
    .option(
      "--seconds <number>",
      "how long the users move, after all have logged in",
      number(1, 86_400),
      60,
    )
    .option("--url <url>", "the URL of the service", `http://localhost:${PORT || 4000}/graphql`)
    .option(
      "--email <email>",
      "the administrator's email, or ADMIN_EMAIL",
      ADMIN_EMAIL || "admin@example.org",
    )
    .addOption(
      new Option(
        "--password <password>",
        "the administrator's password; a terminal asks for it",
      ).env("ADMIN_PASSWORD"),
    )
    .parse()
    .opts<Options>();
}

async function administratorPassword({ email, password }: Options): Promise<string> {
  if (password) return password;
  if (process.stdin.isTTY) return await askHidden(`Password of ${email}: `);
  throw new CommandError("Give the administrator's password: --password, or ADMIN_PASSWORD.");
}

/** Logs the progress every other second. */
async function logProgress(signal: AbortSignal, line: () => string): Promise<void> {
  while (!signal.aborted) {
    await rest(2000, signal);
    if (!signal.aborted) log(line());
  }
}

/** `npm run demo`: users move, an alert is published, and it notifies the users in its zones. */
runCommand(async () => {
  const options = readOptions();
  const { users, rate, seed, seconds, url, email } = options;
  const graphql = graphqlClient(url);
  const { apiVersion } = await graphql<{ apiVersion: string }>("{ apiVersion }").catch(
    (error: Error) => {
      throw new CommandError(`${error.message} Start it with \`npm start\`, or give its --url.`);
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
});
