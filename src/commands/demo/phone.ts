import type { Graphql } from "./graphql-client.ts";
import type { Participant } from "./participants.ts";
import { mulberry32 } from "./random.ts";
import type { Level, Tally } from "./tally.ts";
import { report } from "./travellers.ts";

const NEW_POSITION = `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`;
const NOTIFICATIONS = `query ($alertId: Int) {
  notifications(alertId: $alertId, seen: false) { id level alert { text1 text2 text3 } }
}`;
const MARK_SEEN = `mutation ($input: NotificationUpdateInput!) { notificationUpdate(input: $input) { id seen } }`;

/** How many of a hundred notifications a user reads. */
const READ_PERCENT = 70;

/** The app on a participant's phone. Reports positions, fetches notifications, and marks some as seen. */
export class Phone {
  readonly #graphql: Graphql;
  readonly #participant: Participant;
  readonly #tally: Tally;
  readonly #random: () => number;
  readonly #known = new Set<number>();
  /** Read notifications. The next poll marks them as seen. */
  #read: number[] = [];

  constructor(graphql: Graphql, participant: Participant, tally: Tally) {
    this.#graphql = graphql;
    this.#participant = participant;
    this.#tally = tally;
    this.#random = mulberry32(participant.traveller.seed ^ 0x5eed);
  }

  /** Reports the position at a time, in seconds since the start. */
  async report(second: number): Promise<void> {
    const { traveller, token } = this.#participant;
    const began = performance.now();
    try {
      await this.#graphql(NEW_POSITION, { input: report(traveller, second) }, token);
      this.#tally.positions += 1;
      this.#tally.latencies.push(performance.now() - began);
    } catch (error) {
      this.#tally.fail(error);
    }
  }

  /** Fetches the user's new notifications of an alert. */
  async poll(alertId: number): Promise<void> {
    const { token } = this.#participant;
    try {
      for (const id of this.#read.splice(0)) {
        await this.#graphql(MARK_SEEN, { input: { id, seen: true } }, token);
        this.#tally.seen += 1;
      }
      const { notifications } = await this.#graphql<{
        notifications: { id: number; level: Level }[];
      }>(NOTIFICATIONS, { alertId }, token);
      for (const { id, level } of notifications) {
        if (this.#known.has(id)) continue;
        this.#known.add(id);
        this.#tally.notified[level] += 1;
        if (this.#random() * 100 < READ_PERCENT) this.#read.push(id);
      }
    } catch (error) {
      this.#tally.fail(error);
    }
  }
}
