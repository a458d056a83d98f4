import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { CommandError } from "./run-command.ts";

/** A password for a command. One that was made up has to be shown. */
export interface GivenPassword {
  password: string;
  isMadeUp: boolean;
}

/** Asks on the terminal, and does not show the answer. */
export async function askHidden(prompt: string): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: mute, terminal: true });
  try {
    process.stderr.write(prompt);
    return await new Promise((resolve, reject) => {
      const stop = () => reject(new CommandError("Nothing was changed."));
      terminal.once("SIGINT", stop);
      terminal.once("close", stop);
      terminal.question("").then(resolve, reject);
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

/**
 * The password from the option, else from a terminal, which asks twice, else from standard input, without its line end.
 * If it is empty, one is made up.
 */
export async function givenPassword(option: string | undefined): Promise<GivenPassword> {
  if (option !== undefined) return { password: option, isMadeUp: false };
  let password: string;
  if (process.stdin.isTTY) {
    password = await askHidden("Password (leave empty to have one made up): ");
    if (password && password !== (await askHidden("The same again: "))) {
      throw new CommandError("The two passwords differ: nothing was changed.");
    }
  } else {
    password = (await text(process.stdin)).replace(/\r?\n$/, "");
  }
  return password
    ? { password, isMadeUp: false }
    : { password: randomBytes(12).toString("base64url"), isMadeUp: true };
}
