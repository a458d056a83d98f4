import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Command, InvalidArgumentError, Option } from "commander";

/** A mistake of the person who runs the demo. Its message says what to do. */
export class DemoError extends Error {}

export interface Options {
  users: number;
  rate: number;
  seed: number;
  seconds: number;
  url: string;
  email: string;
  password?: string;
}

/** Returns a parser for an option: a number from `min` to `max`, which is whole unless `isWhole` is false. */
export function number(min: number, max: number, isWhole = true) {
  return (text: string): number => {
    const value = Number(text);
    if (!text.trim() || !(value >= min && value <= max) || (isWhole && !Number.isInteger(value))) {
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    }
    return value;
  };
}

export function readOptions(): Options {
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

/** Asks on the terminal, and does not show the answer. */
async function askHidden(prompt: string): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: mute, terminal: true });
  try {
    process.stderr.write(prompt);
    return await new Promise((resolve, reject) => {
      const stop = () => reject(new DemoError("Interrupted."));
      terminal.once("SIGINT", stop);
      terminal.once("close", stop);
      terminal.question("").then(resolve, reject);
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

/** The password from the options, else from a terminal. */
export async function administratorPassword({ email, password }: Options): Promise<string> {
  if (password) return password;
  if (process.stdin.isTTY) return await askHidden(`Password of ${email}: `);
  throw new DemoError("Give the administrator's password: --password, or ADMIN_PASSWORD.");
}
