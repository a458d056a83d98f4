import { once } from "node:events";
import { parentPort, Worker } from "node:worker_threads";
import { type PushServices, startPushServices } from "../../test/delivery/providers.ts";

/** The pushes that the services have received since the last count. */
export interface Counted {
  accepted: number;
  /** Devices that got a push more than once. */
  twice: number;
}

/** The push services of the tests, in their own thread. */
export interface ServicesThread {
  env: NodeJS.ProcessEnv;
  /** The number of accepted pushes. */
  accepted(): Promise<number>;
  /** Returns the count and resets it. */
  count(): Promise<Counted>;
  close(): Promise<unknown>;
}

const acceptedBy = ({ expo, fcm }: PushServices) =>
  expo.received.all.length + fcm.received.all.length;

function countAndForget({ expo, fcm }: PushServices): Counted {
  let counted = { accepted: 0, twice: 0 };
  for (const { received } of [expo, fcm]) {
    const twice = [...received.counts.values()].filter((count) => count > 1).length;
    counted = {
      accepted: counted.accepted + received.all.length,
      twice: counted.twice + twice,
    };
    received.all.length = 0;
    received.counts.clear();
  }
  return counted;
}

if (parentPort) {
  const services = await startPushServices();
  parentPort.postMessage(services.env);
  parentPort.on("message", (message) => {
    parentPort?.postMessage(message === "count" ? countAndForget(services) : acceptedBy(services));
  });
}

export async function startServices(): Promise<ServicesThread> {
  const thread = new Worker(new URL(import.meta.url));
  const [env] = await once(thread, "message");
  return {
    env,
    async accepted() {
      thread.postMessage("accepted");
      return (await once(thread, "message"))[0];
    },
    async count() {
      thread.postMessage("count");
      return (await once(thread, "message"))[0];
    },
    close: () => thread.terminate(),
  };
}
