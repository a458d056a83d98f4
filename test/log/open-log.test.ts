import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Level } from "../../src/ops/log.ts";
import { LineWriter, openLog } from "../../src/ops/open-log.ts";

let directory: string;
let path: string;
let fd: number;
let others: NodeJS.ExitListener[];
beforeEach(() => {
  others = process.listeners("exit");
  directory = mkdtempSync(join(tmpdir(), "las-log-"));
  path = join(directory, "log");
  fd = openSync(path, "w");
});
afterEach(() => {
  jest.useRealTimers();
  for (const listener of process.listeners("exit")) {
    if (!others.includes(listener)) process.off("exit", listener);
  }
  closeSync(fd);
  rmSync(directory, { recursive: true });
});
const written = () => readFileSync(path, "utf8");
const levels: Level[] = ["debug", "info", "warn", "error"];

describe("the log", () => {
  test("has a line of JSON for each event, with its level, time, message and fields", () => {
    openLog("info", fd)("lost a connection", "warn", { requestId: "a-1", userId: 7 });
    const { time, ...event } = JSON.parse(written());
    expect(event).toEqual({ level: "warn", msg: "lost a connection", requestId: "a-1", userId: 7 });
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  });

  test("tells the moment of each event to the millisecond", () => {
    const moments = [
      "2026-01-01T00:00:00.007Z",
      "2026-01-01T00:00:00.050Z",
      "2026-01-01T00:00:01.100Z",
      "2026-01-01T00:01:00.000Z",
    ];
    jest.useFakeTimers();
    const log = openLog("info", fd);
    for (const moment of moments) {
      jest.setSystemTime(new Date(moment));
      log("event", "error");
    }
    jest.useRealTimers();
    const lines = written().trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).time)).toEqual(moments);
  });

  test("writes a waiting event after a while, even if no others follow", () => {
    jest.useFakeTimers();
    const log = openLog("info", fd);
    for (const event of ["alone", "again"]) {
      log(event);
      expect(written()).not.toContain(event);
      jest.advanceTimersByTime(1000);
      expect(written()).toContain(event);
    }
  });

  test("writes many events at once, without waiting for more", () => {
    const writer = new LineWriter<string>(fd, (line) => `${line}\n`, Number.POSITIVE_INFINITY);
    for (let n = 0; n < 63; n += 1) writer.write("event", false);
    expect(written()).toBe("");
    writer.write("event", false);
    expect(written().trimEnd().split("\n")).toHaveLength(64);
  });

  test("of several hosts names the host, and has lines of any length", () => {
    const log = openLog("info", fd, false, 2);
    for (const length of [1, 10_000, 1]) log("x".repeat(length), "error");
    const lines = written().trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    expect(events.map(({ host, msg }) => [host, msg.length])).toEqual([
      [2, 1],
      [2, 10_000],
      [2, 1],
    ]);
  });

  test("buffers some megabytes in whole lines while its reader does not read, and drops the rest", () => {
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const writer = new LineWriter<string>(end, (line) => `${line}\n`, Number.POSITIVE_INFINITY);
    const line = "x".repeat(1_000_000);
    for (let n = 0; n < 20; n += 1) writer.write(line, true);
    const buffer = Buffer.alloc(1_000_000);
    let got = "";
    for (let isEmpty = false; !isEmpty; ) {
      const before = got.length;
      try {
        for (;;) got += buffer.toString("latin1", 0, readSync(end, buffer));
      } catch {
        // Nothing is left in the pipe.
      }
      isEmpty = got.length - before < 2;
      writer.write("", true);
    }
    closeSync(end);
    const lines = got.split("\n").filter(Boolean);
    expect(lines).toEqual(Array(lines.length).fill(line));
    expect(lines.length).toBeGreaterThan(7);
    expect(lines.length).toBeLessThan(11);
  });

  describe("at a pipe", () => {
    const line = "x".repeat(1_000_000);
    let pipe: string;
    let end: number;
    const open = (how: number) => openSync(pipe, how | constants.O_NONBLOCK);
    const writerTo = (one: number) =>
      new LineWriter<string>(one, (text) => `${text}\n`, Number.POSITIVE_INFINITY);
    /** Reads what is in the pipe. */
    function read(from: number): string {
      const buffer = Buffer.alloc(1_000_000);
      let got = "";
      try {
        for (;;) {
          const length = readSync(from, buffer);
          if (length === 0) return got;
          got += buffer.toString("latin1", 0, length);
        }
      } catch {
        return got;
      }
    }
    beforeEach(() => {
      pipe = join(directory, "pipe");
      execFileSync("mkfifo", [pipe]);
    });
    afterEach(() => {
      jest.restoreAllMocks();
      closeSync(end);
    });

    test("waits for a slow reader when it ends, for at most a second", () => {
      end = open(constants.O_RDWR);
      let got = "";
      const waits = jest.spyOn(Atomics, "wait").mockImplementation(() => {
        got += read(end);
        return "timed-out";
      });
      const writer = writerTo(end);
      writer.write(line, true);
      writer.end();
      got += read(end);
      expect(got).toBe(`${line}\n`);
      waits.mockReset();
      writer.write(line, true);
      writer.end();
      expect(waits.mock.calls.map(([, , , milliseconds]) => milliseconds)).toEqual(
        Array(100).fill(10),
      );
    });

    test("drops lines while it has no reader, does not wait for one at its end, and writes later lines", () => {
      const gone = open(constants.O_RDONLY);
      end = open(constants.O_WRONLY);
      closeSync(gone);
      const waits = jest.spyOn(Atomics, "wait");
      const writer = writerTo(end);
      for (let n = 0; n < 9; n += 1) writer.write(line, true);
      writer.end();
      expect(waits).not.toHaveBeenCalled();
      const reader = open(constants.O_RDONLY);
      writer.write("again", true);
      expect(read(reader)).toBe("again\n");
      closeSync(reader);
    });
  });

  test("keeps a line break of a message inside its line", () => {
    openLog("info", fd)("Error: one\n    at two", "error");
    expect(written().trimEnd().split("\n")).toHaveLength(1);
  });

  test.each([
    ["error", ["error"]],
    ["warn", ["warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["debug", ["debug", "info", "warn", "error"]],
  ] as [Level, Level[]][])("of LOG_LEVEL %s has the events of %s", (least, expected) => {
    const log = openLog(least, fd);
    for (const level of levels) log(level, level);
    // An error writes what waits.
    expect(
      written()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).msg),
    ).toEqual(expected);
  });

  test("has what is always logged, whatever LOG_LEVEL is", () => {
    const log = openLog("error", fd);
    log("a checkpoint", "always", { place: 7 });
    log("the end", "error");
    const [line] = written().split("\n");
    expect(JSON.parse(line as string)).toMatchObject({
      level: "info",
      msg: "a checkpoint",
      place: 7,
    });
  });

  test("is readable on a terminal, and written at once", () => {
    const log = openLog("info", fd, true);
    log("request", "info", {
      operation: "me",
      name: undefined,
      errors: 0,
      isNew: false,
      detail: "",
    });
    expect(written()).toContain("request");
    log("push: expo fails", "warn");
    expect(written()).toMatch(
      /^\d\d:\d\d:\d\d request operation=me errors=0 isNew=false detail=\n\d\d:\d\d:\d\d WARN push: expo fails\n$/,
    );
  });

  test("of several hosts on a terminal names the host", () => {
    openLog("info", fd, true, 2)("slow", "warn");
    expect(written()).toMatch(/^\S+ \[2\] WARN slow\n$/);
  });

  test("of several hosts on one pipe has no mixed lines, however slow the reader is", () => {
    const url = new URL("../../src/ops/open-log.ts", import.meta.url).href;
    const code = `import { openLog } from ${JSON.stringify(url)};
      const log = openLog("info", 1, false, 2);
      let n = 0;
      const timer = setInterval(() => {
        for (let line = 0; line < 100; line += 1) {
          // An error writes what waits, so that writes have many lengths.
          log("event", line % 31 === 0 ? "error" : "info", { rest: "x".repeat(n % 700) });
        }
        if ((n += 100) === 30000) clearInterval(timer);
      });`;
    const one = `'${process.execPath}' --input-type=module -e "$CODE"`;
    const output = execFileSync(
      "sh",
      ["-c", `(${one} & ${one} & ${one} & wait) | (sleep 1; cat)`],
      {
        encoding: "utf8",
        maxBuffer: 100_000_000,
        env: { ...process.env, CODE: code },
      },
    );
    const lines = output.trimEnd().split("\n");
    expect(lines).toHaveLength(90_000);
    for (const line of lines) JSON.parse(line);
  });

  test.each(["main", "worker"])("loses no line at the end of a %s thread", (thread) => {
    const url = new URL("../../src/ops/open-log.ts", import.meta.url).href;
    const code = `import { openLog } from ${JSON.stringify(url)};
      const log = openLog("info");
      for (let n = 0; n < 5000; n += 1) log("event " + n);
      process.exit();`;
    const source =
      thread === "main"
        ? code
        : `import { Worker } from "node:worker_threads";
          new Worker(new URL("data:text/javascript," + encodeURIComponent(${JSON.stringify(code)})));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", source], {
      encoding: "utf8",
      maxBuffer: 10_000_000,
    });
    const lines = output.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
      Array.from({ length: 5000 }, (_, n) => `event ${n}`),
    );
  });
});
