import type { Log } from "../ops/log.ts";
import type { Config } from "../settings/config.ts";
import type { Channel } from "./channel.ts";
import type { Lane } from "./lane.ts";
import { openPush, type PushChannel } from "./push/index.ts";

/** The channels of a running process, with what they have in common. */
export interface Channels {
  push: PushChannel;
  /** The lanes of all channels. */
  lanes: readonly Lane[];
  close(): Promise<void>;
}

/** Opens every channel as the configuration says. A new channel is a folder beside `push/` and a row here. */
export async function openChannels(
  config: Pick<Config, "push" | "databaseUrl" | "dataDir">,
  log: Log,
): Promise<Channels> {
  const registry = {
    push: await openPush(config, log),
  };
  const channels: Channel[] = Object.values(registry);
  return {
    ...registry,
    lanes: channels.flatMap(({ lanes }) => lanes),
    async close() {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
