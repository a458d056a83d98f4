/** @database embedded */
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { inFull } from "../helpers/full.ts";
import { SEED } from "../helpers/seed.ts";
import { openPrepared, type Prepared } from "./helpers/prepared.ts";
import { Random } from "./helpers/random.ts";
import {
  bind,
  code,
  execute,
  flush,
  parse,
  query,
  RawClient,
  type Received,
  sync,
  tag,
  values,
} from "./helpers/raw-client.ts";

const STATEMENTS = inFull(30_000, 8_000);
const CLIENTS = 12;

let database: Prepared;
beforeAll(async () => {
  database = await openPrepared();
});
afterAll(() => database.close());

const count = { statements: 0, errors: 0, vanished: 0, transactions: 0 };

/** Messages that end in one ReadyForQuery, and their expected answer. */
interface Step {
  messages: Buffer[];
  /** Rows, tags and error codes in order, and the transaction status. */
  expected: string[];
  statements: number;
  /** True if it is a syntax error, which is reported even in a failed transaction. */
  syntaxError?: boolean;
  /** The statement that it prepares. */
  prepares?: number;
}

/** Returns an answer in the form of {@link Step.expected}. */
function summary(answer: Received[]): string[] {
  return answer.flatMap((received) => {
    switch (received.type) {
      case "D":
        return [`row ${values(received).join("|")}`];
      case "C":
        return [tag(received)];
      case "E":
        return [`error ${code(received)}`];
      case "Z":
        return [String.fromCharCode(received.bytes[5] as number)];
      default:
        return [];
    }
  });
}

/** Runs one client after another, on a table of its own. */
class Stresser {
  readonly #random: Random;
  readonly #id: number;
  readonly #table: string;
  #client: RawClient | undefined;
  #named = new Set<number>();
  #rows = 0;

  constructor(id: number) {
    this.#id = id;
    this.#random = new Random(SEED + id);
    this.#table = `stress_${id}`;
  }

  async run(): Promise<void> {
    const random = this.#random;
    await (await this.#connected()).ask(query(`create table ${this.#table} (id int)`));
    while (count.statements < STATEMENTS) {
      if (random.chance(0.05)) await this.#vanish();
      else if (random.chance(0.06)) await this.#flushed();
      else await this.#pipeline(Array.from({ length: 1 + random.below(6) }, () => this.#steps()));
    }
    expect(await this.#storedRows()).toBe(this.#rows);
    (await this.#connected()).destroy();
  }

  /** Sends all steps at once, in chunks of any length, and checks each answer. */
  async #pipeline(several: Step[][]): Promise<void> {
    const steps = several.flat();
    const client = await this.#connected();
    const bytes = Buffer.concat(steps.flatMap(({ messages }) => messages));
    for (let at = 0; at < bytes.length; ) {
      const end = this.#random.chance(0.5) ? bytes.length : at + 1 + this.#random.below(200);
      client.send(bytes.subarray(at, end));
      at = end;
    }
    for (const { expected, statements } of steps) {
      expect(summary(await client.until("Z"))).toEqual(expected);
      count.statements += statements;
      count.errors += expected.filter((line) => line.startsWith("error")).length;
    }
  }

  async #connected(): Promise<RawClient> {
    if (!this.#client) {
      const stream = this.#random.chance(0.2)
        ? connect(`${new URL(database.connectionString).searchParams.get("host")}/.s.PGSQL.5432`)
        : (database.poolConfig.stream as () => Duplex)();
      this.#client = await RawClient.connect(stream);
      this.#named.clear();
    }
    return this.#client;
  }

  #steps(): Step[] {
    return this.#random.chance(0.2) ? this.#transaction() : [this.#single("I")];
  }

  /** Returns a step that changes no rows, with its answer in this transaction status. */
  #single(status: "I" | "T"): Step {
    const random = this.#random;
    const n = random.below(1_000_000);
    const failed = status === "T" ? "E" : "I";
    switch (random.below(8)) {
      case 0: {
        // A batch of two: the second is skipped if the first fails.
        const divisor = random.below(3);
        return {
          messages: [
            parse("", "select $1::int / $2::int"),
            bind("", String(n), String(divisor)),
            execute(),
            parse("", "select $1::text"),
            bind("", `of ${this.#id}`),
            execute(),
            sync(),
          ],
          expected:
            divisor === 0
              ? ["error 22012", failed]
              : [
                  `row ${Math.floor(n / divisor)}`,
                  "SELECT 1",
                  `row of ${this.#id}`,
                  "SELECT 1",
                  status,
                ],
          statements: 2,
        };
      }
      case 1:
        return {
          messages: [query(`select ${n}; select '${this.#id}'`)],
          expected: [`row ${n}`, "SELECT 1", `row ${this.#id}`, "SELECT 1", status],
          statements: 2,
        };
      case 2:
        return random.chance(0.5)
          ? {
              messages: [query(`selct ${n}`)],
              expected: ["error 42601", failed],
              statements: 1,
              syntaxError: true,
            }
          : {
              messages: [parse("", `select ${n} from nowhere`), bind(""), execute(), sync()],
              expected: ["error 42P01", failed],
              statements: 1,
            };
      case 3:
      case 4: {
        // All clients use the same names, each for its own statements.
        const name = random.below(10);
        const messages = [bind(`s${name}`, String(n)), execute(), sync()];
        const step: Step = {
          messages,
          expected: [`row ${n + this.#id * 1_000_000 + name}`, "SELECT 1", status],
          statements: 1,
        };
        if (!this.#named.has(name)) {
          const text = `select $1::int + ${this.#id * 1_000_000 + name}`;
          messages.unshift(parse(`s${name}`, text));
          this.#named.add(name);
          step.prepares = name;
        }
        return step;
      }
      case 5: {
        const rows = random.below(random.chance(0.05) ? 3000 : 20);
        return {
          messages: [
            parse("", `select ${this.#id} * $1::int, g from generate_series(1, $2::int) g`),
            bind("", String(n), String(rows)),
            execute(),
            sync(),
          ],
          expected: [
            ...Array.from({ length: rows }, (_, i) => `row ${this.#id * n}|${i + 1}`),
            `SELECT ${rows}`,
            status,
          ],
          statements: 1,
        };
      }
      case 6: {
        const long = `${n}`.repeat(random.below(random.chance(0.05) ? 30_000 : 100));
        return {
          messages: [parse("", "select $1::text, length($1)"), bind("", long), execute(), sync()],
          expected: [`row ${long}|${long.length}`, "SELECT 1", status],
          statements: 1,
        };
      }
      default:
        return {
          messages: [parse("", "select $1::int + 1"), bind("", String(n)), execute(), sync()],
          expected: [`row ${n + 1}`, "SELECT 1", status],
          statements: 1,
        };
    }
  }

  #insert(): Step {
    return {
      messages: [
        parse("", `insert into ${this.#table} values ($1)`),
        bind("", String(this.#random.below(1000))),
        execute(),
        sync(),
      ],
      expected: ["INSERT 0 1", "T"],
      statements: 1,
    };
  }

  #transaction(): Step[] {
    const random = this.#random;
    count.transactions += 1;
    const steps: Step[] = [{ messages: [query("begin")], expected: ["BEGIN", "T"], statements: 1 }];
    let inserted = 0;
    let failed = false;
    for (let length = 1 + random.below(5); length > 0; length -= 1) {
      const inserting = random.chance(0.5);
      const step = inserting ? this.#insert() : this.#single("T");
      if (failed) {
        if (!step.syntaxError) step.expected = ["error 25P02", "E"];
        if (step.prepares !== undefined) this.#named.delete(step.prepares);
      } else {
        failed = step.expected.at(-1) === "E";
        if (inserting) inserted += 1;
      }
      steps.push(step);
    }
    const commit = random.chance(0.7);
    const kept = commit && !failed;
    if (kept) this.#rows += inserted;
    steps.push({
      messages: [query(commit ? "commit" : "rollback")],
      expected: [kept ? "COMMIT" : "ROLLBACK", "I"],
      statements: 1,
    });
    return steps;
  }

  /** Waits for an answer in the middle of a batch. */
  async #flushed(): Promise<void> {
    const client = await this.#connected();
    client.send(parse("", "select $1::int"), flush());
    expect((await client.next())?.type).toBe("1");
    client.send(bind("", String(this.#id)), execute(), sync());
    const answer = summary(await client.until("Z"));
    expect(answer).toEqual([`row ${this.#id}`, "SELECT 1", "I"]);
    count.statements += 1;
  }

  /** Drops the connection in a transaction, before the answer, or in the middle of a message. */
  async #vanish(): Promise<void> {
    const client = await this.#connected();
    const before = this.#rows;
    const bytes = Buffer.concat(this.#transaction().flatMap(({ messages }) => messages));
    client.send(bytes.subarray(0, this.#random.below(bytes.length)));
    if (this.#random.chance(0.5)) await setImmediate();
    client.destroy();
    this.#client = undefined;
    count.vanished += 1;
    this.#rows = before;
    expect(await this.#storedRows()).toBe(before);
  }

  async #storedRows(): Promise<number> {
    const client = await this.#connected();
    const answer = await client.ask(query(`select count(*) from ${this.#table}`));
    const row = answer.find(({ type }) => type === "D") as Received;
    return Number(values(row)[0]);
  }
}

it(`the embedded database answers ${STATEMENTS} statements of ${CLIENTS} clients correctly (SEED=${SEED})`, async () => {
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, id) => new Stresser(id).run()));
  const seconds = (performance.now() - began) / 1000;
  const open = "select count(*)::int as open from pg_prepared_statements where name ~ '^c[0-9]+_s'";
  // The last clients that vanished are cleaned up when their turn comes.
  const left = async () => (await database.pool.query<{ open: number }>(open)).rows[0]?.open;
  for (const end = performance.now() + 20_000; (await left()) !== 0; ) {
    if (performance.now() > end) throw new Error(`${await left()} statements are left open`);
    await pause(50);
  }
  process.stdout.write(
    `stress: seed ${SEED}, ${count.statements} statements in ${seconds.toFixed(1)} s ` +
      `(${Math.round(count.statements / seconds)}/s), ${count.errors} errors, ` +
      `${count.transactions} transactions, ${count.vanished} vanished clients\n`,
  );
});
