import { fork } from "node:child_process";
import { once } from "node:events";
import type { Order } from "./clients.ts";

/** Connected subscribers in their own process. */
export interface Subscribers {
  pid: number;
  /** Returns the times of messages since the last report, in milliseconds since 1970. */
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
