import { randomUUID } from "node:crypto";
import type { Graphql } from "../phone/graphql.ts";
import { readNotifications } from "../phone/inbox.ts";
import { sendPositions } from "../phone/outbox.ts";
import type { Sender } from "../phone/session.ts";
import type { Position } from "../phone/store.ts";
import type { Participant } from "./participants.ts";
import type { Tally } from "./tally.ts";
import { mulberry32, report } from "./travellers.ts";

const MARK_SEEN = `mutation ($input: NotificationUpdateInput!) { notificationUpdate(input: $input) { id seen } }`;

/** How many of a hundred notifications a user reads. */
const READ_PERCENT = 70;

/** The app on a participant's phone, made of parts of examples/phone. Marks some notifications as seen. */
export class Phone {
  readonly #participant: Participant;
  readonly #tally: Tally;
  readonly #session: Sender;
  readonly #random: () => number;
  readonly #known = new Set<number>();
  readonly #queue: Position[] = [];
  #isSending = false;
  #since = "";
  /** Read notifications. The next poll marks them as seen. */
  #read: number[] = [];

  constructor(graphql: Graphql, participant: Participant, tally: Tally) {
    this.#participant = participant;
    this.#tally = tally;
    this.#session = { send: (query, variables) => graphql(query, variables, participant.token) };
    this.#random = mulberry32(participant.traveller.seed ^ 0x5eed);
  }

  /** Reports the position at a time, in seconds since the start, and those that have waited since a failure. */
  async report(second: number): Promise<void> {
    const takenAt = Math.floor(Date.now() / 1000);
    const position = report(this.#participant.traveller, second);
    this.#queue.push({ ...position, takenAt, clientId: randomUUID() });
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length > 0) {
        const began = performance.now();
        const sent = await sendPositions(this.#session, this.#queue);
        this.#queue.splice(0, sent);
        this.#tally.positions += sent;
        this.#tally.latencies.push(performance.now() - began);
      }
    } catch (error) {
      this.#tally.fail(error);
    } finally {
      this.#isSending = false;
    }
  }

  /** Fetches the user's new notifications, and counts those of an alert. */
  async poll(alertId: number): Promise<void> {
    try {
      for (const id of this.#read.splice(0)) {
        await this.#session.send(MARK_SEEN, { input: { id, seen: true } });
        this.#tally.seen += 1;
      }
      for (;;) {
        const rows = await readNotifications(this.#session, this.#since);
        if (rows.length === 0) break;
        this.#since = rows.at(-1)?.cursor ?? this.#since;
        for (const { id, level, alert } of rows) {
          if (alert.id !== alertId || this.#known.has(id)) continue;
          this.#known.add(id);
          this.#tally.notified[level] += 1;
          if (this.#random() * 100 < READ_PERCENT) this.#read.push(id);
        }
      }
    } catch (error) {
      this.#tally.fail(error);
    }
  }
}
