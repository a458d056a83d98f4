import type { Pool } from "pg";
import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { CapConfig, Config } from "../settings/config.ts";
import { makeFeeds } from "./cap-feed.ts";
import { makeCapMessages } from "./make-messages.ts";
import { pollingLane } from "./poll-sources.ts";

/** What the room of CAP is told. */
type CapSettings = Pick<Config, "capMessages"> & { cap: { hosts: readonly string[] } };

/** The room of CAP. A lane also notes in the database whether messages are made. */
export const openCap = ({ cap, capMessages }: CapSettings, log: Log): Room => ({
  lanes: [
    pollingLane(cap.hosts),
    {
      concurrency: 1,
      tasks: { make_cap_messages: makeCapMessages(capMessages, log) },
      catchUp: `select app_private.speak_cap(${capMessages !== undefined})`,
    },
  ],
});

const MESSAGE = "select app_private.cap_message($1, $2, $3) as message";

/** What a host serves of CAP. */
export const openCapReader = (pool: Pool, config: CapConfig) => ({
  feed: makeFeeds(pool, config),
  /** @param level 1 to 3 for a zone, 0 for the single message. */
  async message(alertId: number, version: number, level: number): Promise<string | null> {
    const { rows } = await pool.query<{ message: string | null }>({
      name: "cap-message",
      text: MESSAGE,
      values: [alertId, version, level],
    });
    return rows[0]?.message ?? null;
  },
});

export type CapReader = ReturnType<typeof openCapReader>;
