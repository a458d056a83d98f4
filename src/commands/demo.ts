import "../process/graphile-env.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import { log } from "../process/log.ts";
import { type Alert, publishAlert, readAlert } from "./demo/alert.ts";
import { graphqlClient } from "./demo/graphql-client.ts";
import { each, pace, rest } from "./demo/pace.ts";
import { assemble, loginAsAdministrator, type Participant } from "./demo/participants.ts";
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

function number(least: number, most: number, isWhole = true) {
  return (text: string): number => {
    const value = Number(text);
    if (
      !text.trim() ||
      !(value >= least && value <= most) ||
      (isWhole && !Number.isInteger(value))
    ) {
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    }
    return value;
  };
}

function readOptions(): Options {
  const { PORT, ADMIN_EMAIL } = process.env;
  return new Command("npm run demo --")
    .description(
      "Lets fictional users move through Paris, by the public API of a running service, and publishes an alert there. " +
        "It leaves its users, demo-<seed>-<number>@example.org, and their positions behind: not for a service that real people use.",
    )
    .option("--users <number>", "how many", number(1, 10_000), 50)
    .option("--rate <number>", "positions a second, of all together", number(0.1, 1000, false), 20)
    .option(
      "--seed <number>",
      "the same one makes the same users and ways",
      number(0, 2 ** 31 - 1),
      1,
    )
    .option("--seconds <number>", "how long, from when all have logged in", number(1, 86_400), 60)
    .option("--url <url>", "the service", `http://localhost:${PORT || 4000}/graphql`)
    .option(
      "--email <email>",
      "the administrator's; or ADMIN_EMAIL",
      ADMIN_EMAIL || "admin@example.org",
    )
    .addOption(
      new Option("--password <password>", "the administrator's; asked for on a terminal").env(
        "ADMIN_PASSWORD",
      ),
    )
    .parse()
    .opts<Options>();
}

async function administratorsPassword({ email, password }: Options): Promise<string> {
  if (password) return password;
  if (process.stdin.isTTY) return await askHidden(`Password of ${email}: `);
  throw new CommandError("Give the administrator's password: --password, or ADMIN_PASSWORD.");
}

/** Says how things are, every other second. */
async function narrate(signal: AbortSignal, line: () => string): Promise<void> {
  while (!signal.aborted) {
    await rest(2000, signal);
    if (!signal.aborted) log(line());
  }
}

/** `npm run demo`: people move, an alert is published, and those concerned are told. */
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
    await administratorsPassword(options),
  );

  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.once("SIGTERM", () => interrupted.abort());

  log(`${url} (version ${apiVersion}): ${users} users of seed ${seed} log in …`);
  const participants: Participant[] = [];
  const assembled = new AbortController();
  const progress = narrate(
    AbortSignal.any([assembled.signal, interrupted.signal]),
    () => `       ${participants.length} of ${users}`,
  );
  await assemble(
    graphql,
    adminToken,
    seed,
    plan(seed, users, seconds),
    interrupted.signal,
    (participant) => participants.push(participant),
  ).finally(() => assembled.abort());
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
    narrate(end, () => tally.line(second())),
    pace(rate, end, (index) => (phones[index % users] as Phone).report(second())),
    // When most have said where they are, but not before the newcomer has looked.
    rest(Math.min(10, seconds / 3) * 1000, end).then(async () => {
      if (end.aborted) return;
      alert = await publishAlert(graphql, adminToken);
      const { id, reachedUsers } = alert;
      log(
        `       Alert #${id} is published over the Marais: ${reachedUsers} users are told at once.`,
      );
      await pace(rate / 2, end, (index) => (phones[index % users] as Phone).poll(id));
    }),
  ]);
  const lasted = second();
  if (alert) {
    const { id } = alert;
    // What came in since each was last asked.
    await each(phones, 10, new AbortController().signal, (phone) => phone.poll(id));
    alert = await readAlert(graphql, adminToken, id);
  }
  process.stdout.write(`\n${tally.summary(lasted, alert)}\n`);
  return tally.positions > 0 ? 0 : 1;
});
