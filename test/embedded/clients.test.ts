/** @database embedded */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { message } from "../../embedded/protocol.ts";
import { until } from "../helpers/until.ts";
import { Child } from "./helpers/child.ts";
import { openPrepared, type Prepared, scratchClone } from "./helpers/prepared.ts";
import {
  bind,
  code,
  copyData,
  copyDone,
  describeStatement,
  execute,
  flush,
  parse,
  query,
  RawClient,
  startup,
  sync,
  tag,
  text,
  values,
} from "./helpers/raw-client.ts";

let database: Prepared;
beforeAll(async () => {
  database = await openPrepared();
});
afterAll(() => database.close());

const stream = (): Duplex => (database.poolConfig.stream as () => Duplex)();
const client = (parameters?: Record<string, string>): Promise<RawClient> =>
  RawClient.connect(stream(), parameters);
const one = async (sql: string): Promise<unknown> => {
  const { rows } = await database.pool.query({ text: sql, rowMode: "array" });
  return rows[0]?.[0];
};

describe("the embedded database", () => {
  it("answers requests for encryption with no", async () => {
    const raw = stream();
    const request = Buffer.alloc(8);
    request.writeInt32BE(8, 0);
    for (const wanted of [80877103, 80877104]) {
      request.writeInt32BE(wanted, 4);
      raw.write(request);
      const answer = await new Promise((resolve) => raw.once("data", resolve));
      expect(String(answer)).toBe("N");
    }
    raw.destroy();
  });

  it("closes a connection that sends a cancel request", async () => {
    const raw = stream();
    const request = Buffer.alloc(16);
    request.writeInt32BE(16, 0);
    request.writeInt32BE(80877102, 4);
    raw.resume().write(request);
    await new Promise((resolve) => raw.once("close", resolve));
  });

  it("refuses the name of another database", async () => {
    const raw = new RawClient(stream());
    raw.send(startup({ database: "postgres_shadow" }));
    const [error] = await raw.until("E");
    expect(error && code(error)).toBe("3D000");
    expect(await raw.next()).toBeUndefined();
  });

  it("offers protocol 3.0 to a client that asks for more", async () => {
    const raw = new RawClient(stream());
    raw.send(startup({ "_pq_.extra": "on" }, (3 << 16) | 2));
    const received = await raw.until("Z");
    expect(received.map(({ type }) => type).slice(0, 2)).toEqual(["v", "R"]);
    raw.destroy();
  });

  it("closes only the connection that breaks the protocol", async () => {
    const raw = await client();
    raw.send(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    const [error] = await raw.until("E");
    expect(error && code(error)).toBe("08P01");
    expect(await raw.next()).toBeUndefined();
    expect(await one("select 1")).toBe(1);
  });

  it("applies start-up options to their own client only", async () => {
    await database.pool.query("create role guest");
    const pool = new pg.Pool({
      ...database.poolConfig,
      options: "-c role=guest -c work.place='here'",
    });
    for (let i = 0; i < 3; i += 1) {
      const { rows } = await pool.query(
        "select current_user, current_setting('work.place') as place",
      );
      expect(rows).toEqual([{ current_user: "guest", place: "'here'" }]);
      expect(await one("select current_user::text")).toBe("postgres");
      expect(await one("select current_setting('work.place', true)")).toBe("");
    }
    await expect(pool.query("create role another")).rejects.toThrow("permission denied");
    await pool.end();
  });

  it("keeps a client's settings in its own session", async () => {
    await database.pool.query("create role visitor");
    const raw = await client({ options: "-c role=visitor -c a.b=began" });
    const mine = async (): Promise<string[] | undefined> => {
      const shown =
        "select current_user, current_setting('a.b', true), current_setting('TimeZone')";
      const row = (await raw.ask(query(shown))).find(({ type }) => type === "D");
      // Another client has a turn in between, and does not see the setting.
      const [other] = (await database.pool.query({ text: shown, rowMode: "array" })).rows;
      expect(["", null]).toContain(other?.[1]);
      expect([other?.[0], other?.[2]]).toEqual(["postgres", "UTC"]);
      return row && values(row);
    };
    expect(await mine()).toEqual(["visitor", "began", "UTC"]);
    await raw.ask(query("set a.b = 'set'"));
    await raw.ask(parse("", "set time zone 'Europe/Paris'"), bind(""), execute(), sync());
    expect(await mine()).toEqual(["visitor", "set", "Europe/Paris"]);
    await raw.ask(query("begin"));
    await raw.ask(query("set a.b = 'undone'"));
    await raw.ask(query("set local time zone 'Asia/Tokyo'"));
    await raw.ask(query("rollback"));
    // The second time, the settings have been switched to another client's and back.
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await mine()).toEqual(["visitor", "set", "Europe/Paris"]);
    }
    await raw.ask(query("set a.b = 'failed'; select 1 / 0"));
    await raw.ask(query("set time zone 'Nowhere'"));
    await raw.ask(query("begin"));
    await raw.ask(query("set a.b = 'failed'"));
    await raw.ask(query("select 1 / 0"));
    await raw.ask(query("commit"));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await mine()).toEqual(["visitor", "set", "Europe/Paris"]);
    }
    await raw.ask(query("begin"));
    await raw.ask(query("set a.b = 'kept'"));
    await raw.ask(query("commit"));
    expect(await mine()).toEqual(["visitor", "kept", "Europe/Paris"]);
    await raw.ask(query("reset a.b"));
    expect(await mine()).toEqual(["visitor", "began", "Europe/Paris"]);
    await raw.ask(query("reset role"));
    expect(await mine()).toEqual(["visitor", "began", "Europe/Paris"]);
    await raw.ask(query("set role none"));
    await raw.ask(query("reset all"));
    expect(await mine()).toEqual(["postgres", "began", "UTC"]);
    await raw.ask(query("discard all"));
    expect(await mine()).toEqual(["visitor", "began", "UTC"]);
    raw.destroy();
  });

  it("closes a connection whose settings are refused", async () => {
    const options = "-c work.place=there -c role=nobody_at_all";
    const pool = new pg.Pool({ ...database.poolConfig, options });
    await expect(pool.query("select 1")).rejects.toThrow('role "nobody_at_all" does not exist');
    await pool.end();
    const raw = await client({ options: "-c work.place=there" });
    const place = await raw.ask(query("show work.place"));
    expect(place.filter(({ type }) => type === "D").map(values)).toEqual([["there"]]);
    raw.destroy();
    expect(await one("select current_user::text")).toBe("postgres");
  });
});

describe("statements", () => {
  it("keep their order and their ReadyForQuery when a client sends many at once", async () => {
    const raw = await client();
    raw.send(
      query("begin"),
      parse("", "select $1::int"),
      bind("", "7"),
      execute(),
      sync(),
      parse("", "selct"),
      bind(""),
      execute(),
      sync(),
      query("select 'skipped'"),
      query("rollback"),
      query("select 1; select 2"),
      query(""),
      sync(),
    );
    const types: string[] = [];
    for (let ready = 0; ready < 7; ready += 1) {
      types.push((await raw.until("Z")).map(({ type }) => type).join(""));
    }
    expect(types).toEqual(["CZ", "12DCZ", "EZ", "EZ", "CZ", "TDCTDCZ", "IZ"]);
    raw.destroy();
  });

  it("with the same name are separate for each client", async () => {
    const [a, b] = await Promise.all([client(), client()]);
    await a.ask(parse("same", "select 'a'"), sync());
    await b.ask(parse("same", "select 'b'"), sync());
    for (const [who, expected] of [
      [a, "a"],
      [b, "b"],
    ] as const) {
      const answer = await who.ask(bind("same"), execute(), sync());
      expect(answer.filter(({ type }) => type === "D").map(values)).toEqual([[expected]]);
    }
    a.destroy();
    b.destroy();
  });

  it("without a name survive those of another client", async () => {
    const [a, b, c] = await Promise.all([client(), client(), client({ options: "-c x.y=c" })]);
    await c.ask(parse("named", "select 'c'"), sync());
    await a.ask(parse("", "select 'a'"), sync());
    await b.ask(parse("", "select 'b'"), sync());
    const described = await a.ask(describeStatement(""), sync());
    expect(described.map(({ type }) => type).join("")).toBe("tTZ");
    const answer = await a.ask(bind(""), execute(), sync());
    expect(answer.map(({ type }) => type).join("")).toBe("2DCZ");
    expect(answer.filter(({ type }) => type === "D").map(values)).toEqual([["a"]]);
    const row = async (who: RawClient) =>
      (await who.ask(bind(""), execute(), sync())).filter(({ type }) => type === "D").map(values);
    expect([await row(b), await row(a)]).toEqual([[["b"]], [["a"]]]);
    // The settings are changed to those of another client and back.
    await c.ask(bind("named"), execute(), sync());
    expect(await row(a)).toEqual([["a"]]);
    // Another client drops its own unnamed statement.
    await b.ask(query("select 1"));
    expect(await row(a)).toEqual([["a"]]);
    // Another client leaves in the middle of a batch.
    b.send(parse("unfinished", "select 1"), flush());
    await b.until("1");
    b.destroy();
    expect(await row(a)).toEqual([["a"]]);
    // A simple query drops the unnamed statement.
    await a.ask(query("select 1"));
    const [error] = await a.ask(bind(""), execute(), sync());
    expect(error && code(error)).toBe("26000");
    a.destroy();
    c.destroy();
  });

  it("are deallocated when their client deallocates them or leaves", async () => {
    const pool = new pg.Pool({ ...database.poolConfig, max: 1 });
    await pool.query({ name: "gone", text: "select 1" });
    await pool.query({ name: "stays", text: "select 2" });
    await pool.query('deallocate "gone"');
    const left = "select count(*)::int from pg_prepared_statements where name like '%\\_%s%'";
    expect(await one(left.replace("%s", "gone"))).toBe(0);
    expect(await one(left.replace("%s", "stays"))).toBe(1);
    await pool.end();
    // The server may not have handled the client's goodbye yet.
    await until(
      () => one(left.replace("%s", "stays")),
      (count) => count === 0,
    );
  });

  it("may be flushed before they are synced, and keep the backend meanwhile", async () => {
    const raw = await client();
    raw.send(parse("f", "select $1::int * 2"), describeStatement("f"), flush());
    expect((await raw.until("T")).map(({ type }) => type).join("")).toBe("1tT");
    const other = one("select 'other'");
    raw.send(bind("f", "21"), execute(), flush());
    expect((await raw.until("C")).map(({ type }) => type).join("")).toBe("2DC");
    expect((await raw.ask(sync())).map(({ type }) => type).join("")).toBe("Z");
    expect(await other).toBe("other");
    raw.send(parse("", "selct"), flush());
    await raw.until("E");
    raw.send(bind(""), execute(), flush());
    expect((await raw.ask(sync())).map(({ type }) => type).join("")).toBe("Z");
    // A simple query is skipped too.
    const skipped = await raw.ask(parse("", "selct"), query("select 'skipped'"), sync());
    expect(skipped.map(({ type }) => type).join("")).toBe("EZ");
    raw.destroy();
  });

  it("of many megabytes pass in both directions", async () => {
    const sent = "ä".repeat(4_000_000);
    const { rows } = await database.pool.query("select $1::text as back, length($1) as length", [
      sent,
    ]);
    expect(rows[0].length).toBe(4_000_000);
    expect(rows[0].back === sent).toBe(true);
    const many = await database.pool.query(
      "select g, repeat('x', 500) as x from generate_series(1, 50000) g",
    );
    expect(many.rows.map(({ g }) => g)).toEqual(Array.from({ length: 50_000 }, (_, i) => i + 1));
  });
});

describe("a client", () => {
  it("that does not read its answers does not block others", async () => {
    const raw = await client();
    raw.stream.pause();
    const large = query("select repeat('x', 100000) from generate_series(1, 20)");
    for (let i = 0; i < 20; i += 1) raw.send(large);
    await until(() => raw.stream.readableLength > 0);
    expect(await one("select 1")).toBe(1);
    raw.stream.resume();
    for (let i = 0; i < 20; i += 1) {
      expect((await raw.until("Z")).filter(({ type }) => type === "D")).toHaveLength(20);
    }
    raw.destroy();
  });

  it("that vanishes in a transaction is rolled back, and the next one is served", async () => {
    await database.pool.query("create table vanished (id int)");
    const ways: ((raw: RawClient) => Promise<unknown>)[] = [
      (raw) => raw.ask(query("begin; insert into vanished values (1)")),
      (raw) => raw.ask(query("begin; select 1/0")),
      async (raw) => {
        await raw.ask(query("begin"));
        raw.send(parse("", "insert into vanished values (2)"), bind(""), execute(), flush());
        await raw.until("C");
      },
      async (raw) => {
        raw.send(parse("", "insert into vanished values (3)"), bind(""), execute(), flush());
        await raw.until("C");
      },
      async (raw) => raw.send(query("begin; insert into vanished values (4)").subarray(0, 20)),
      async (raw) => raw.send(query("begin"), query("insert into vanished values (5)"), sync()),
    ];
    for (const way of ways) {
      const raw = await client();
      await way(raw);
      const waiting = one("select 'served'");
      raw.destroy();
      expect(await waiting).toBe("served");
    }
    expect(await one("select count(*)::int from vanished")).toBe(0);
  });

  it("that says goodbye right after its queries gets their answers", async () => {
    const raw = await client();
    raw.send(query("select 1"), query("select 2"), message("X"));
    expect((await raw.until("Z")).some(({ type }) => type === "D")).toBe(true);
    expect((await raw.until("Z")).some(({ type }) => type === "D")).toBe(true);
    expect(await raw.next()).toBeUndefined();
  });

  it("that says goodbye runs nothing that it sends afterwards", async () => {
    const raw = await client();
    raw.send(query("select 1"), message("X"), query("create table after_goodbye ()"));
    expect((await raw.until("Z")).some(({ type }) => type === "D")).toBe(true);
    expect(await raw.next()).toBeUndefined();
    expect(await one("select to_regclass('after_goodbye')")).toBeNull();
  });

  it("waits its turn while another is in a transaction", async () => {
    const directory = await scratchClone();
    const child = new Child("turns", [directory]);
    expect(await child.until(2)).toEqual(["0 before the end of the transaction", "1,2,3"]);
    await child.exited;
  });
});

describe("copy", () => {
  beforeAll(() => database.pool.query("create table copied (id int, name text)"));

  const copyIn = async (raw: RawClient, ...data: Buffer[]) => {
    raw.send(query("Copy copied from STDIN"));
    expect((await raw.until("G")).map(({ type }) => type)).toEqual(["G"]);
    return raw.ask(...data);
  };

  it("accepts rows, outside and inside a transaction", async () => {
    const raw = await client();
    const done = await copyIn(raw, copyData("1\ta\n2"), copyData("\tb\n"), copyDone());
    expect(done.map(({ type }) => type).join("")).toBe("CZ");
    expect(done[0] && tag(done[0])).toBe("COPY 2");
    await raw.ask(query("begin"));
    await copyIn(raw, copyData("3\tc\n"), copyDone());
    const again = await copyIn(raw, message("f", "thought better of it"));
    expect(again[0] && text(again[0])).toContain("thought better of it");
    await raw.ask(query("rollback"));
    expect(await one("select count(*)::int from copied")).toBe(2);
    await raw.ask(query("begin"));
    await copyIn(raw, copyData("3\tc\n"), copyDone());
    await raw.ask(query("commit"));
    expect(await one("select count(*)::int from copied")).toBe(3);
    raw.destroy();
  });

  it("reports bad rows and a missing table", async () => {
    const raw = await client();
    const bad = await copyIn(raw, copyData("x\ta\n"), copyDone());
    expect(bad.map(({ type }) => type).join("")).toBe("EZ");
    const [missing] = await raw.ask(query("copy nowhere from stdin"));
    expect(missing && code(missing)).toBe("42P01");
    await raw.ask(query("begin"));
    await raw.ask(query("copy nowhere from stdin"));
    const [aborted] = await raw.ask(query("select 1"));
    expect(aborted && code(aborted)).toBe("25P02");
    await raw.ask(query("rollback"));
    raw.destroy();
  });

  it("fails for a client that has no data, and the next statement runs", async () => {
    await expect(database.pool.query("copy copied from stdin")).rejects.toThrow("No source stream");
    expect(await one("select 1")).toBe(1);
  });

  it("ends if the client sends a statement instead of data", async () => {
    const raw = await client();
    raw.send(query("copy copied from stdin"));
    await raw.until("G");
    // PostgreSQL ignores Sync and Flush here.
    const failed = await raw.ask(sync(), flush(), query("select 1"));
    expect(failed.map(({ type }) => type).join("")).toBe("EZ");
    expect(failed[0] && text(failed[0])).toContain("unexpected message type 81");
    expect((await raw.until("Z")).map(({ type }) => type).join("")).toBe("TDCZ");
    raw.destroy();
  });

  it("is refused if it is not a lone simple query, and disturbs nothing", async () => {
    const raw = await client();
    raw.send(parse("", "copy copied from stdin"), bind(""), execute(), sync());
    const answer = await raw.until("Z");
    expect(answer.map(({ type }) => type).join("")).toBe("12GEZ");
    expect(answer[3] && text(answer[3])).toContain("simple query");
    // The client has data on the way, and ends it with its own Sync.
    raw.send(copyData("1\ta\n"), copyDone(), sync());
    const next = await raw.ask(parse("", "select 1"), bind(""), execute(), sync());
    expect(next.map(({ type }) => type).join("")).toBe("12DCZ");
    const several = await raw.ask(query("select 1; copy copied from stdin"));
    expect(several.map(({ type }) => type).join("")).toBe("TDCGEZ");
    // After a simple query the data ends without a Sync.
    const synced = await raw.ask(copyData("1\ta\n"), copyDone(), sync());
    expect(synced.map(({ type }) => type).join("")).toBe("Z");
    expect((await raw.ask(query("select 1"))).map(({ type }) => type).join("")).toBe("TDCZ");
    raw.destroy();
  });

  it("returns rows", async () => {
    const raw = await client();
    const answer = await raw.ask(query("copy (values (1, 'a')) to stdout"));
    expect(answer.map(({ type }) => type).join("")).toBe("HdcCZ");
    raw.destroy();
  });
});

describe("the socket", () => {
  it("serves clients that use a connection string", async () => {
    process.env.PGPORT = "1";
    const own = new pg.Client(database.connectionString);
    delete process.env.PGPORT;
    await own.connect();
    expect((await own.query("select 7 as seven")).rows).toEqual([{ seven: 7 }]);
    await own.end();
  });

  it("stays open for others when a client disconnects during its start-up", async () => {
    const host = new URL(database.connectionString).searchParams.get("host");
    const socket = connect(`${host}/.s.PGSQL.5432`);
    await new Promise((sent) => socket.write(startup().subarray(0, 10), sent));
    socket.destroy();
    expect(await one("select 1")).toBe(1);
  });
});

describe("closing", () => {
  it("waits for the running statement, and sends the other clients an error", async () => {
    const own = await openPrepared();
    const errors: Error[] = [];
    const pool = new pg.Pool(own.poolConfig);
    pool.on("error", (error) => errors.push(error));
    await Promise.all([pool.query("select 1"), pool.query("select 1")]);
    // Writes a file, so that this process sees it begin.
    const begun = join(own.directory, "pgdata", "begun");
    const running = pool.query(`do $$ begin
      execute format('copy (select 1) to %L', current_setting('data_directory') || '/begun');
      perform pg_sleep(1);
    end $$`);
    await until(() => existsSync(begun));
    const closed = own.close();
    expect((await running).command).toBe("DO");
    await closed;
    expect(errors.map(({ message }) => message)).toContain(
      "terminating connection: the embedded database is closing",
    );
    await expect(pool.query("select 1")).rejects.toThrow("the embedded database is closed");
    await pool.end();
  });
});

/** A listening client, and the notifications it received. */
async function listener(config: pg.ClientConfig, channel: string) {
  const client = new pg.Client(config);
  await client.connect();
  const heard: string[] = [];
  let wake: () => void = () => {};
  client.on("notification", ({ channel: on, payload }) => {
    if (on === channel) heard.push(payload ?? "");
    wake();
  });
  await client.query(`listen "${channel}"`);
  const until = async (length: number): Promise<string[]> => {
    while (heard.length < length) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return heard;
  };
  return { client, heard, until };
}

it("a notification reaches idle clients of the pool and the socket from any client", async () => {
  const one = await listener(database.poolConfig, "news");
  const two = await listener({ connectionString: database.connectionString }, "news");
  await database.pool.query("notify news, 'a'");
  await one.client.query("select pg_notify('news', 'b')");
  await database.pool.query("notify news, 'c'");
  expect(await one.until(3)).toEqual(["a", "b", "c"]);
  expect(await two.until(3)).toEqual(["a", "b", "c"]);
  await one.client.end();
  await two.client.end();
});

it("a notification is delivered on commit, and not after a rollback", async () => {
  const { client, until } = await listener(database.poolConfig, "commits");
  const other = await database.pool.connect();
  await other.query("begin");
  await other.query("notify commits, 'never'");
  await other.query("rollback");
  await other.query("begin");
  await other.query("notify commits, 'committed'");
  const after = database.pool.query("notify commits, 'later'");
  await other.query("commit");
  await after;
  expect(await until(2)).toEqual(["committed", "later"]);
  other.release();
  await client.end();
});

it("notifications continue for one client when another stops listening or leaves", async () => {
  const one = await listener(database.poolConfig, "shared");
  const two = await listener(database.poolConfig, "shared");
  const three = await listener(database.poolConfig, "shared");
  await one.client.query('unlisten "shared"');
  await database.pool.query("notify shared, 'a'");
  await three.client.end();
  await database.pool.query("notify shared, 'b'");
  await one.client.query("unlisten *");
  await database.pool.query("notify shared, 'c'");
  expect(await two.until(3)).toEqual(["a", "b", "c"]);
  await one.client.end();
  await two.client.end();
  const { rows } = await database.pool.query("select pg_listening_channels()");
  expect(rows).toEqual([]);
});

it("notifications arrive in order during other work", async () => {
  const { client, until } = await listener(database.poolConfig, "busy");
  const sent = Array.from({ length: 500 }, (_, i) => String(i));
  const work = Array.from({ length: 500 }, () =>
    database.pool.query("select count(*) from generate_series(1, 1000)"),
  );
  const talker = await database.pool.connect();
  for (const payload of sent) await talker.query("select pg_notify('busy', $1)", [payload]);
  talker.release();
  await Promise.all(work);
  expect(await until(500)).toEqual(sent);
  await client.end();
});

const present = spawnSync("psql", ["--version"]).status === 0;
const run = promisify(execFile);

(present ? describe : describe.skip)("psql", () => {
  const psql = async (...commands: string[]): Promise<string> => {
    const options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"];
    const { stdout } = await run("psql", [
      ...options,
      "-h",
      database.directory,
      ...commands.flatMap((command) => ["-c", command]),
    ]);
    return stdout.trim();
  };

  it("finds the socket in the data directory, and needs no database name", async () => {
    expect(await psql("select 6 * 7")).toBe("42");
  });

  it("accepts the connection string", async () => {
    const { stdout } = await run("psql", [database.connectionString, "-Atc", "select version()"]);
    expect(stdout).toContain("PGlite");
  });

  it("describes, copies both ways and runs transactions", async () => {
    await psql("create table places (id int primary key, name text)");
    expect(await psql("\\d places")).toContain("name|text");
    await psql("insert into places values (1, 'one'), (2, 'two')");
    expect(await psql("\\copy places to stdout")).toBe("1\tone\n2\ttwo");
    const copied = `echo '3	three' | psql -X -q -h '${database.directory}' -c '\\copy places from stdin'`;
    await run("sh", ["-c", copied]);
    expect(
      await psql("begin", "delete from places", "rollback", "select count(*) from places"),
    ).toBe("3");
  });
});
