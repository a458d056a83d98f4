import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { QUICK_START } from "../../http/child.ts";

/** A process of `processes/`, and the lines it prints. */
export class Child {
  readonly lines: string[] = [];
  readonly exited: Promise<unknown>;
  readonly #process: ChildProcess;
  #wake: () => void = () => {};

  constructor(
    name: string,
    args: string[],
    { nodeOptions = [], ...options }: { cwd?: string; nodeOptions?: string[] } = {},
  ) {
    const file = fileURLToPath(new URL(`../processes/${name}.ts`, import.meta.url));
    this.#process = spawn(
      process.execPath,
      [...QUICK_START, "--disable-warning=ExperimentalWarning", ...nodeOptions, file, ...args],
      {
        stdio: ["pipe", "pipe", "inherit"],
        ...options,
      },
    );
    this.exited = once(this.#process, "exit");
    let partial = "";
    this.#process.stdout?.on("data", (chunk: Buffer) => {
      const lines = (partial + String(chunk)).split("\n");
      partial = lines.pop() as string;
      this.lines.push(...lines);
      this.#wake();
    });
  }

  /** Waits for a number of lines. */
  async until(length: number): Promise<string[]> {
    while (this.lines.length < length) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.lines;
  }

  /** Kills the process, so that it cannot clean up. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await once(this.#process, "close").catch(() => {});
  }

  /** Asks the process to end. */
  async end(): Promise<void> {
    this.#process.stdin?.end();
    await this.exited;
  }
}
