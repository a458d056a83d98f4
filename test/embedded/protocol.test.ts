/** @database embedded */
import { once } from "node:events";
import { Duplex } from "node:stream";
import { afterEach, describe, expect, it, jest, test } from "@jest/globals";
import { BackendOutput } from "../../embedded/backend-output.ts";
import { Channels } from "../../embedded/channels.ts";
import { ClientSession } from "../../embedded/client-session.ts";
import {
  endOfString,
  errorResponse,
  MessageReader,
  message,
  ProtocolError,
  shortText,
} from "../../embedded/protocol.ts";
import { afterStatement, changeSettings, changesSettings } from "../../embedded/settings.ts";
import { readStartup } from "../../embedded/startup.ts";
import { startupSettings } from "../../embedded/startup-settings.ts";
import { StatementNames } from "../../embedded/statement-names.ts";
import { bind, describeStatement, parse, query, startup, sync } from "./helpers/raw-client.ts";

const pieces = (bytes: Buffer, length: number): Buffer[] => {
  const all: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) all.push(bytes.subarray(at, at + length));
  return all;
};

describe("a message reader", () => {
  const messages = [
    startup(),
    query("select 1"),
    parse("a", "select $1"),
    sync(),
    query("x".repeat(9)),
  ];

  it.each([1, 2, 3, 5, 7, 16, 1000])("finds messages in chunks of %d bytes", (length) => {
    const reader = new MessageReader();
    const found: Buffer[] = [];
    for (const chunk of pieces(Buffer.concat(messages), length)) {
      reader.push(chunk);
      for (let next = reader.next(); next; next = reader.next()) {
        found.push(next);
        reader.startupDone();
      }
    }
    expect(found).toEqual(messages);
  });

  it("reads a long message in many chunks in linear time", () => {
    const reader = new MessageReader();
    reader.startupDone();
    const long = query("x".repeat(20_000_000));
    let found: Buffer | undefined;
    for (const chunk of pieces(long, 1000)) {
      reader.push(chunk);
      found = reader.next();
    }
    expect(found?.length).toBe(long.length);
  });

  it.each([0, 3, 0x40000000, -1])("refuses a length of %d", (length) => {
    const reader = new MessageReader();
    reader.startupDone();
    const bytes = query("");
    bytes.writeInt32BE(length, 1);
    reader.push(bytes);
    expect(() => reader.next()).toThrow(ProtocolError);
  });
});

test("a start-up packet has ten thousand bytes at most", () => {
  const lengthOf = (length: number) => {
    const reader = new MessageReader();
    const bytes = Buffer.alloc(length);
    bytes.writeInt32BE(length, 0);
    reader.push(bytes);
    return reader.next()?.length;
  };
  expect(lengthOf(10_000)).toBe(10_000);
  expect(() => lengthOf(10_001)).toThrow(ProtocolError);
});

test("a text without a terminating NUL breaks the protocol", () => {
  expect(endOfString(Buffer.from("ab\0c"), 1)).toBe(3);
  expect(() => endOfString(Buffer.from("ab\0c"), 3)).toThrow(ProtocolError);
});

test("an error has its severity twice, its code, its text and an end", () => {
  const body = "SFATAL\0VFATAL\0C57P01\0Mclosing\0\0";
  expect(errorResponse("FATAL", "57P01", "closing")).toEqual(message("E", Buffer.from(body)));
});

describe("a start-up message", () => {
  it("must name the one database, or libpq's default, which is the user's name", () => {
    expect(readStartup(startup())).toMatchObject({ kind: "session", negotiation: [] });
    expect(readStartup(startup({ user: "me", database: undefined })).kind).toBe("session");
    expect(readStartup(startup({ user: "me", database: "me" })).kind).toBe("session");
    for (const database of ["you", "postgres_shadow"]) {
      expect(readStartup(startup({ user: "me", database }))).toMatchObject({
        code: "3D000",
        text: `database "${database}" does not exist: the embedded one is named "postgres"`,
      });
    }
  });

  it("of another protocol is refused", () => {
    for (const bytes of [startup({}, 2 << 16), startup({}, 4 << 16), Buffer.alloc(4)]) {
      expect(readStartup(bytes)).toMatchObject({ kind: "refused", code: "0A000" });
    }
  });

  it("that asks for a newer protocol is answered with version 3.0 and the unknown options", () => {
    const { negotiation } = readStartup(
      startup({ "_pq_.one": "on", "_pq_.two": "on", work_mem: "8MB" }, (3 << 16) | 2),
    ) as Extract<ReturnType<typeof readStartup>, { kind: "session" }>;
    const numbers = Buffer.alloc(8);
    numbers.writeInt32BE(3 << 16, 0);
    numbers.writeInt32BE(2, 4);
    expect(negotiation).toEqual([message("v", numbers, "_pq_.one", "_pq_.two")]);
  });
});

test("a statement of more than four thousand bytes is not inspected", () => {
  const short = Buffer.from(`${"x".repeat(3_999)}\0`);
  expect(shortText(short, 0, short.length)).toHaveLength(3_999);
  const long = Buffer.from(`${"x".repeat(4_000)}\0`);
  expect(shortText(long, 0, long.length)).toBe("");
});

describe("statement names", () => {
  it("differ between clients, and the unnamed one stays unnamed", () => {
    const one = new StatementNames(1);
    const two = new StatementNames(2);
    expect(one.parse(parse("a", "select 1"))).toEqual(parse("c1_a", "select 1"));
    expect(two.bind(bind("a", "x"))).toEqual(bind("c2_a", "x"));
    expect(one.parse(parse("ä", "select 'ä'"))).toEqual(parse("c1_ä", "select 'ä'"));
    expect(two.describeOrClose("D", describeStatement("a"))).toEqual(describeStatement("c2_a"));
    expect(one.parse(parse("", "select 1"))).toEqual(parse("", "select 1"));
    expect(one.bind(bind(""))).toEqual(bind(""));
  });

  it("differ even if they are long and begin alike", () => {
    const names = new StatementNames(7);
    const long = "n".repeat(63);
    const [a, b] = [names.toBackend(`${long}a`), names.toBackend(`${long}b`)];
    expect(a).not.toBe(b);
    expect(Buffer.byteLength(a)).toBeLessThanOrEqual(63);
  });

  it("of closed statements are forgotten, and those of portals stay as they are", () => {
    const names = new StatementNames(1);
    names.parse(parse("a", "select 1"));
    expect([...names.open]).toEqual(["c1_a"]);
    const portal = message("C", Buffer.from("P"), "a");
    expect(names.describeOrClose("C", portal)).toBe(portal);
    names.describeOrClose("D", describeStatement("a"));
    expect(names.open.size).toBe(1);
    const closed = names.describeOrClose("C", message("C", Buffer.from("S"), "a"));
    expect(closed).toEqual(message("C", Buffer.from("S"), "c1_a"));
    expect(names.open.size).toBe(0);
  });

  it("of 63 bytes are kept as they are", () => {
    const names = new StatementNames(7);
    const longest = "n".repeat(60);
    expect(names.toBackend(longest)).toBe(`c7_${longest}`);
    expect(names.toBackend(`${longest}n`)).toHaveLength(51);
    expect(names.toBackend("ä".repeat(31))).toHaveLength(51);
    expect(names.toBackend("")).toBe("");
  });

  it("are found in deallocate", () => {
    const names = new StatementNames(3);
    names.parse(parse('odd"Name', "select 1"));
    names.parse(parse("plain", "select 1"));
    names.parse(parse("other", "select 1"));
    expect(names.deallocate('deallocate "odd""Name"')).toBe('deallocate "c3_odd""Name"');
    expect(names.parse(parse("", "deallocate other"))).toEqual(parse("", 'deallocate "c3_other"'));
    expect(names.deallocate(" DEALLOCATE prepare PLAIN ;")).toBe('deallocate "c3_plain"');
    expect(names.deallocate("deallocate unknown")).toBeUndefined();
    expect(names.deallocate("select 'deallocate plain'")).toBeUndefined();
    expect(names.open.size).toBe(0);
  });
});

describe("the backend's output", () => {
  const bytes = Buffer.concat([
    message("1"),
    message("1"),
    message("T", Buffer.alloc(40)),
    message("D", Buffer.alloc(500)),
    message("A", Buffer.alloc(4), "channel", "payload"),
    message("S", "TimeZone", "UTC"),
    message("C", "SELECT 1"),
    message("Z", Buffer.from("T")),
    message("Z", Buffer.from("I")),
  ]);

  it.each([1, 2, 4, 6, 100, 10_000])("is parsed in chunks of %d bytes", (length) => {
    const output = new BackendOutput({ parses: 1 });
    for (const chunk of pieces(bytes, length)) output.push(chunk);
    expect(Buffer.concat(output.parts)).toEqual(bytes.subarray(5, bytes.length - 12));
    expect(output.status).toBe("I");
    expect(output.notifications).toEqual([message("A", Buffer.alloc(4), "channel", "payload")]);
  });

  it("knows its first request for COPY data, if no statement was completed before it", () => {
    const [one, other] = [message("G", Buffer.from([0])), message("G", Buffer.from([1]))];
    const output = new BackendOutput({ copyRequests: 1 });
    output.push(Buffer.concat([one, other]));
    expect([output.copyRequests, output.firstCopyRequest]).toEqual([2, one]);
    expect(Buffer.concat(output.parts)).toEqual(other);
    const later = new BackendOutput();
    later.push(Buffer.concat([message("C", "SELECT 1"), one]));
    expect([later.copyRequests, later.firstCopyRequest]).toEqual([1, undefined]);
  });
});

describe("settings", () => {
  it("come from start-up options and parameters", () => {
    const settings = startupSettings(
      new Map([
        ["user", "me"],
        ["database", "postgres"],
        ["application_name", "psql"],
        ["replication", "false"],
        ["_pq_.extra", "on"],
        ["Search_Path", "a, b"],
        ["client_encoding", "UTF8"],
        [
          "options",
          "-c Role=app_host -c work-mem=8MB --lock-timeout-x=1 -c x.y=it's\\ b\\\\c=\\\nd",
        ],
      ]),
    );
    expect([...settings]).toEqual([
      ["search_path", "select set_config('Search_Path', 'a, b', false)"],
      ["role", "select set_config('Role', 'app_host', false)"],
      ["work_mem", "select set_config('work_mem', '8MB', false)"],
      ["lock_timeout_x", "select set_config('lock_timeout_x', '1', false)"],
      ["x.y", "select set_config('x.y', 'it''s b\\c=\nd', false)"],
    ]);
    expect(() => startupSettings(new Map([["options", "--help"]]))).toThrow(ProtocolError);
  });

  it("change to those of another client", () => {
    const one = new Map([
      ["role", "set role a"],
      ["x.y", "set x.y = 1"],
      ["session authorization", "set session authorization b"],
    ]);
    expect(changeSettings(new Map(), one)).toBe(
      "set role a; set x.y = 1; set session authorization b",
    );
    expect(changeSettings(one, new Map([["role", "set role b"]]))).toBe(
      `reset "x.y"; reset session authorization; set role b`,
    );
    expect(changeSettings(one, new Map(one))).toBeUndefined();
    expect(changeSettings(new Map([['odd"name', "…"]]), new Map())).toBe('reset "odd""name"');
  });

  it.each([
    ["set role x;", "role"],
    ["SET SESSION work_mem = '8MB'", "work_mem"],
    ["set time  zone 'UTC'", "timezone"],
    ["set names 'UTF8'", "client_encoding"],
    ["set schema 'app_public'", "search_path"],
    ["set session authorization x", "session authorization"],
    ['set "Odd.""Name" to 1', 'odd."name'],
  ])("are found in %s", (text, name) => {
    expect(changesSettings(text)).toBe(true);
    const { actual } = afterStatement(text, new Map(), new Map());
    expect([...actual.keys()]).toEqual([name]);
  });

  it.each([
    "set local role x",
    "set constraints all deferred",
    "set transaction read only",
    "set session characteristics as transaction read only",
    "set seed to 0.5",
    "set xml option document",
    "set role x; select 1",
    "update t set a = 1",
  ])("are not found in %s", (text) => {
    expect(changesSettings(text)).toBe(false);
  });

  it("return to their initial values after a reset", () => {
    const initial = new Map([
      ["role", "set role host"],
      ["x.y", "set x.y = 0"],
    ]);
    const current = new Map([
      ["role", "set role guest"],
      ["x.y", "set x.y = 1"],
    ]);
    const one = afterStatement("reset x.y", current, initial);
    expect([...one.actual.keys()]).toEqual(["role"]);
    expect(one.wanted).toEqual(new Map([...current, ["x.y", "set x.y = 0"]]));
    const all = afterStatement("reset all", current, initial);
    expect([...all.actual.keys()]).toEqual(["role"]);
    expect(all.wanted).toEqual(new Map([...current, ["x.y", "set x.y = 0"]]));
    expect(current.size).toBe(2);
    expect(changesSettings("DISCARD ALL;")).toBe(true);
    const none = afterStatement("DISCARD ALL;", current, initial);
    expect(none).toEqual({ actual: new Map(), wanted: initial });
    const other = new Map([["session authorization", "set session authorization b"]]);
    expect(afterStatement("reset all", other, initial).wanted).toEqual(
      new Map([...initial, ...other]),
    );
  });
});

describe("channels", () => {
  it("stay open while another client listens", () => {
    const channels = new Channels<string>();
    channels.record("one", 'listen "A ""b"""; LISTEN Foo; listen a$1');
    channels.record("two", "listen foo");
    expect(channels.record("two", "unlisten foo")).toBe("listen foo");
    expect(channels.record("one", "unlisten foo")).toBeUndefined();
    expect(channels.record("two", "unlisten *")).toBe('listen "A ""b"""; listen a$1');
    expect(channels.record("two", "unlisten a$1")).toBe("listen a$1");
    expect(channels.record("two", "select 'listen foo'")).toBeUndefined();
    expect(channels.leave("two")).toBeUndefined();
    expect(channels.leave("one")).toBe('unlisten "A ""b"""; unlisten a$1');
  });

  it.each(["unlisten *", "discard all", "Select 1 ; UNLISTEN *", "select 1; DISCARD ALL"])(
    "of a client that says %s are no longer its own",
    (statement) => {
      const channels = new Channels<string>();
      channels.record("one", "listen a; listen b");
      channels.record("two", "listen b; listen c");
      expect(channels.record("one", statement)).toBe("listen b; listen c");
      expect(channels.leave("one")).toBeUndefined();
      expect(channels.leave("two")).toBe("unlisten b; unlisten c");
    },
  );

  it("of a client that leaves stay open for others", () => {
    const channels = new Channels<string>();
    channels.record("one", "listen a; listen b");
    channels.record("two", "listen b");
    expect(channels.leave("one")).toBe("unlisten a");
    expect(channels.leave("two")).toBe("unlisten b");
  });

  it("that a client listens to after it stopped listening to all are its own again", () => {
    const channels = new Channels<string>();
    channels.record("one", "listen a");
    channels.record("one", "unlisten *; listen b");
    expect(channels.leave("one")).toBe("unlisten b");
  });
});

test("no more is read from a client while four megabytes of its messages wait", () => {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const session = new ClientSession(1, stream, { connected: () => [], ready: () => {} });
  stream.emit("data", startup());
  const megabyte = query("x".repeat(2 ** 20 - 6));
  for (let count = 0; count < 4; count += 1) stream.emit("data", megabyte);
  expect(stream.isPaused()).toBe(false);
  stream.emit("data", sync());
  expect([stream.isPaused(), session.batches.length]).toEqual([true, 5]);
  session.shift();
  expect(stream.isPaused()).toBe(false);
});

describe("a client that is disconnected", () => {
  afterEach(() => void jest.useRealTimers());

  /** Connects a client that reads its answers or does not, and records what it got. */
  function connected(reads: boolean) {
    const got: Buffer[] = [];
    const stream = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        got.push(chunk);
        if (reads) done();
      },
    });
    const events = { connected: () => [], ready: () => {} };
    return { session: new ClientSession(1, stream, events), stream, got };
  }

  it("is gone when it has read the error", async () => {
    const { session, stream, got } = connected(true);
    session.end("57P01", "the database is closing");
    session.disconnect();
    await once(stream, "close");
    expect(String(Buffer.concat(got))).toMatch(/SFATAL.*57P01.*the database is closing/s);
  });

  it("is gone after a second if it reads nothing", () => {
    jest.useFakeTimers();
    const { session, stream } = connected(false);
    session.end("57P01", "the database is closing");
    session.disconnect();
    jest.advanceTimersByTime(999);
    expect(stream.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(stream.destroyed).toBe(true);
  });
});
