import { fork } from "node:child_process";
import { once } from "node:events";
import type { Order } from "./clients.ts";

/** Subscribers that are connected, in a process of their own. */
export interface Subscribers {
  pid: number;
  /** When each was told, in milliseconds since 1970, since this was asked last. */
  report(): Promise<number[]>;
  leave(): Promise<void>;
}

export async function subscribe(
  order: Omit<Extract<Order, { order: "connect" }>, "order">,
): Promise<Subscribers> {
  const child = fork("bench/live/clients.ts", { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit");
  async function ask(question: Order): Promise<unknown> {
    child.send(question);
    const [answer] = await Promise.race([
      once(child, "message"),
      ended.then(() => {
        throw new Error("The subscribers' process has ended.");
      }),
    ]);
    return answer;
  }
  await ask({ order: "connect", ...order });
  return {
    pid: child.pid as number,
    report: async () => (await ask({ order: "report" })) as number[],
    async leave() {
      child.kill();
      await ended;
    },
  };
}
