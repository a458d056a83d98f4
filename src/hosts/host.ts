import cluster from "node:cluster";
import { EventEmitter, once } from "node:events";
import { watchEnd } from "../ops/watchdog.ts";
import type { Ending, FromHost, ToHost } from "./host-messages.ts";
import { NUMBER } from "./parent.ts";

type HostEvents = { [Kind in FromHost["kind"]]: [message: Extract<FromHost, { kind: Kind }>] };

/** A host's process, as its parent sees it. It emits the host's messages by their kind. */
export class Host extends EventEmitter<HostEvents> {
  readonly number: number;
  readonly #worker;
  /** Resolves with the exit code, the signal that ended it, or why its process could not start. */
  readonly ended: Promise<number | string>;
  /** Resolves with the host's welcome text when it serves. Rejects if the host ends before that. */
  readonly serving: Promise<string>;
  hasServed = false;
  hasEnded = false;

  constructor(number: number) {
    super();
    this.number = number;
    this.#worker = cluster.fork({ [NUMBER]: String(number) });
    this.#worker.on("message", (message: FromHost) =>
      this.emit(message.kind, ...([message] as never)),
    );
    this.ended = new Promise<number | string>((resolve) => {
      this.#worker.once("exit", (code, signal) => resolve(signal ?? code));
      // A running process emits errors too, such as for a message that cannot be sent. If it ends, "exit" follows.
      this.#worker.on("error", (error) => {
        if (this.#worker.process.pid === undefined) resolve(error.message);
      });
    }).then((how) => {
      this.hasEnded = true;
      return how;
    });
    this.serving = Promise.race([
      once(this, "serving").then(([{ welcome }]) => {
        this.hasServed = true;
        return welcome;
      }),
      this.ended.then((how) => {
        throw new Error(`Host ${number} has ended before it served (${how}).`);
      }),
    ]);
    // Avoids an unhandled rejection. Whoever awaits `serving` still gets the error.
    this.serving.catch(() => {});
  }

  /** Sends the host a message, unless it has ended. */
  tell(message: ToHost): void {
    if (!this.hasEnded) this.#worker.process.send(message, undefined, undefined, () => {});
  }

  /**
   * Ends the host, by force if it does not acknowledge the message or does not end in time.
   * @param drain For how many milliseconds it still takes requests.
   * @param log Gets the reason of a forced end.
   */
  async end(reason: Ending, drain: number, log: (reason: string) => void): Promise<void> {
    const heard = once(this, "heard");
    this.tell({ kind: "end", reason });
    void watchEnd(reason, heard, drain, (why) => {
      if (this.hasEnded) return;
      log(`${why} Killing host ${this.number}.`);
      this.#worker.process.kill("SIGKILL");
    });
    await this.ended;
  }
}
