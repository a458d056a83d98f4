import { spawn } from "node:child_process";
import { PROJECT } from "./markdown.ts";

/** A reader's terminal: variables that one example sets are there in the next. */
export interface Shell {
  /** Runs commands, and returns what they print. Rejects if the last one fails. */
  run(commands: string): Promise<string>;
  close(): void;
}

/** Ends the output of each run, before the exit status. */
const END = "\u001e";

export function openShell(env: NodeJS.ProcessEnv): Shell {
  const bash = spawn("bash", { cwd: PROJECT, env, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let notify = () => {};
  bash.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    notify();
  });
  bash.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  bash.on("exit", () => notify());

  return {
    async run(commands) {
      output = "";
      errors = "";
      // The input is empty, because a command that reads would take the next commands.
      bash.stdin.write(`{ ${commands}\n} </dev/null\nprintf '${END}%d\\n' $?\n`);
      const end = new RegExp(`${END}(\\d+)\\n`);
      let found = end.exec(output);
      while (!found) {
        if (bash.exitCode !== null) throw new Error(`The shell has ended: ${errors}`);
        const { promise, resolve } = Promise.withResolvers<void>();
        notify = resolve;
        await promise;
        found = end.exec(output);
      }
      if (found[1] !== "0") throw new Error(`Exit status ${found[1]}: ${output}${errors}`);
      return output.slice(0, found.index);
    },
    close() {
      bash.kill();
    },
  };
}
