import type { ExecutionResult } from "postgraphile/graphql";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import type { BatchReader } from "../../live/batch-reader.ts";
import type { Relay } from "../../live/relay.ts";
import { answerBy } from "../replays/replay.ts";
import type { EventReplay } from "./event.ts";
import type { Lesson } from "./lesson.ts";

const DONE = { value: undefined, done: true } as const;

/**
 * The results of a subscription. Events are taken from the feed when those before them have been
 * sent, so that a slow client has events wait and not results; they are then executed by the
 * subscription's plan, or read with those of others where it is known how.
 */
export class Results implements AsyncIterableIterator<ExecutionResult, undefined> {
  readonly #relay: Relay;
  readonly #planned: AsyncIterator<ExecutionResult>;
  readonly #reader: BatchReader;
  readonly #settings: RequestSettings;
  /** Absent where events are always executed by the plan. */
  readonly #lesson: Lesson | undefined;
  readonly #ready: ExecutionResult[] = [];
  #wanted: PromiseWithResolvers<IteratorResult<ExecutionResult, undefined>> | undefined;
  #underWay = 0;
  /** When the events under way were taken, and until when none is taken after them. */
  #taken = 0;
  #restsUntil = 0;
  #rest: NodeJS.Timeout | undefined;
  #isEnded = false;
  #endLesson: (() => void) | undefined;

  constructor(parts: {
    relay: Relay;
    planned: AsyncIterable<ExecutionResult>;
    reader: BatchReader;
    settings: RequestSettings;
    lesson: Lesson | undefined;
  }) {
    this.#relay = parts.relay;
    this.#planned = parts.planned[Symbol.asyncIterator]();
    this.#reader = parts.reader;
    this.#settings = parts.settings;
    this.#lesson = parts.lesson;
    this.#relay.feed.onChange = () => this.#go();
  }

  next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const ready = this.#ready.shift();
    if (ready) return Promise.resolve({ value: ready, done: false });
    if (this.#isEnded) return Promise.resolve(DONE);
    this.#wanted = Promise.withResolvers();
    const { promise } = this.#wanted;
    this.#go();
    return promise;
  }

  /** Takes what waits, if those before it are gone. */
  #go(): void {
    if (!this.#wanted || this.#underWay > 0 || this.#rest) return;
    const { feed } = this.#relay;
    this.#taken = performance.now();
    if (this.#taken < this.#restsUntil && !feed.isEnded) {
      this.#rest = setTimeout(() => {
        this.#rest = undefined;
        this.#go();
      }, this.#restsUntil - this.#taken);
      return;
    }
    const events = feed.take();
    this.#underWay = events.length;
    if (events.length > 0) this.#read(events);
    else if (feed.isEnded) void this.return();
  }

  #read(events: unknown[]): void {
    const lesson = this.#lesson;
    if (!lesson) this.#execute(events);
    else if (lesson.isNew) this.#learn(lesson, events);
    else {
      lesson.whenSettled(() => {
        const { replay } = lesson;
        if (this.#isEnded) return;
        if (replay) this.#readTogether(replay, events);
        // The next one to learn by, if the last one was of no use.
        else if (lesson.isNew) this.#learn(lesson, events);
        else this.#execute(events);
      });
    }
  }

  #learn(lesson: Lesson, [first, ...others]: unknown[]): void {
    const settle = lesson.begin(this.#settings);
    this.#endLesson = settle;
    void this.#executeOne(first, (result) => {
      this.#endLesson = undefined;
      settle(result, this.#relay.feed.valuesOf(first));
    }).then(() => {
      if (others.length > 0) this.#read(others);
    });
  }

  #readTogether(replay: EventReplay, events: unknown[]): void {
    for (const event of events) {
      const values = this.#relay.feed.valuesOf(event);
      const read = () => this.#reader.read(this.#settings, replay.text, values);
      void answerBy(replay, read).then(({ data, ...rest }) => {
        this.#deliver({ data: data === null ? null : JSON.parse(data), ...rest });
      });
    }
  }

  async #execute(events: unknown[]): Promise<void> {
    for (const event of events) await this.#executeOne(event);
  }

  /** Executes by the plan, which gives one result an event. */
  async #executeOne(event: unknown, onResult?: (result: ExecutionResult) => void): Promise<void> {
    if (this.#isEnded) return;
    this.#relay.push(event);
    try {
      const { value, done } = await this.#planned.next();
      if (done) {
        await this.return();
        return;
      }
      onResult?.(value);
      this.#deliver(value);
    } catch (error) {
      this.#wanted?.reject(error);
      await this.return();
    }
  }

  #deliver(result: ExecutionResult): void {
    if (this.#isEnded) return;
    this.#underWay -= 1;
    if (this.#underWay === 0) {
      const took = performance.now() - this.#taken;
      this.#restsUntil = this.#taken + took / this.#relay.feed.share;
    }
    if (!this.#wanted) {
      this.#ready.push(result);
      return;
    }
    this.#wanted.resolve({ value: result, done: false });
    this.#wanted = undefined;
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (!this.#isEnded) {
      this.#isEnded = true;
      clearTimeout(this.#rest);
      this.#ready.length = 0;
      this.#wanted?.resolve(DONE);
      // Others may wait for what is learnt here.
      this.#endLesson?.();
      this.#relay.feed.end();
      await this.#planned.return?.();
    }
    return DONE;
  }

  throw(): Promise<IteratorResult<ExecutionResult, undefined>> {
    return this.return();
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
