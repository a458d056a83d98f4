import type { FairQueue, Lane } from "../limits/fair-queue.ts";
import type { Host } from "./host.ts";
import { onParent, tellParent } from "./parent.ts";

/** A queue that all hosts of the machine share. Their parent keeps it. */
export class SharedQueue {
  readonly #waiting = new Map<number, (isRefused: boolean) => void>();
  #last = 0;
  #open = 0;
  #whenIdle: (() => void)[] = [];
  readonly #refusal: () => Error;

  /** @param refusal Makes the error for work that is refused because too much waits. */
  constructor(refusal: () => Error) {
    this.#refusal = refusal;
    onParent("turn", ({ id, isRefused }) => {
      this.#waiting.get(id)?.(isRefused);
      this.#waiting.delete(id);
    });
  }

  /** Runs work when it is the lane's turn on this machine. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(id, resolve);
    this.#open += 1;
    tellParent({ kind: "turn", id, lane });
    try {
      if (await promise) throw this.#refusal();
      return await work();
    } finally {
      tellParent({ kind: "turnOver", id });
      this.#open -= 1;
      if (this.#open === 0) for (const settle of this.#whenIdle.splice(0)) settle();
    }
  }

  /** Settles when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#open > 0) await new Promise<void>((settle) => this.#whenIdle.push(settle));
  }
}

/** Gives a host its turns in the queue of all hosts. A host that ends gives its turns back. */
export function giveTurns(
  host: Pick<Host, "on" | "tell" | "ended" | "hasEnded">,
  queue: FairQueue,
): void {
  const turns = new Map<number, () => void>();
  host.on("turn", ({ id, lane }) => {
    const turn = () => {
      if (host.hasEnded) return Promise.resolve();
      host.tell({ kind: "turn", id, isRefused: false });
      return new Promise<void>((end) => turns.set(id, end));
    };
    queue.run(lane, turn).catch(() => host.tell({ kind: "turn", id, isRefused: true }));
  });
  host.on("turnOver", ({ id }) => {
    turns.get(id)?.();
    turns.delete(id);
  });
  void host.ended.then(() => {
    for (const end of turns.values()) end();
  });
}
