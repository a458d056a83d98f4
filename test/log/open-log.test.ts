import { execFileSync } from "node:child_process";
import { constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Level } from "../../src/ops/log.ts";
import { openLog } from "../../src/ops/open-log.ts";

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
  // The descriptors stay open: a log may still write to its own, and must not write to another file that gets its number.
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
    const log = openLog("info", fd);
    log("event");
    expect(written()).toBe("");
    for (let n = 1; n < 200; n += 1) log("event");
    expect(written().split("\n").length).toBeGreaterThan(100);
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

  test("keeps some megabytes while its reader does not read, drops the rest, and waits for nobody", () => {
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const log = openLog("info", end);
    const began = performance.now();
    for (let n = 0; n < 10_000; n += 1) log("x".repeat(2_000), n % 100 === 0 ? "error" : "info");
    expect(performance.now() - began).toBeLessThan(10_000);
    const buffer = Buffer.alloc(1_000_000);
    let got = "";
    for (let isEmpty = false; !isEmpty; ) {
      const before = got.length;
      try {
        for (;;) got += buffer.toString("latin1", 0, readSync(end, buffer));
      } catch {
        // Nothing is left in the pipe.
      }
      isEmpty = got.length - before < 2_000;
      log("more", "error");
    }
    const lines = got.trimEnd().split("\n");
    const kept = lines.map((line) => JSON.parse(line).msg).filter((message) => message !== "more");
    expect(new Set(kept.map(({ length }) => length))).toEqual(new Set([2_000]));
    expect(kept.length).toBeGreaterThan(3_500);
    expect(kept.length).toBeLessThan(4_100);
  });

  test("waits for a slow reader when its process ends", () => {
    const url = new URL("../../src/ops/open-log.ts", import.meta.url).href;
    const code = `import { openLog } from ${JSON.stringify(url)};
      import { constants, openSync } from "node:fs";
      const log = openLog("info", openSync("/dev/stdout", constants.O_WRONLY | constants.O_NONBLOCK));
      for (let n = 0; n < 100; n += 1) log("x".repeat(2_000));
      process.exit();`;
    const one = `'${process.execPath}' --input-type=module -e "$CODE"`;
    const run = (reader: string) =>
      execFileSync("bash", ["-c", `set -o pipefail; ${one} | ${reader}`], {
        encoding: "utf8",
        env: { ...process.env, CODE: code },
      });
    expect(run("(sleep 0.4; cat)").trimEnd().split("\n")).toHaveLength(100);
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

  test("loses no line at the end of the process", () => {
    const url = new URL("../../src/ops/open-log.ts", import.meta.url).href;
    const code = `import { openLog } from ${JSON.stringify(url)};
      const log = openLog("info");
      for (let n = 0; n < 5000; n += 1) log("event " + n);
      process.exit();`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      encoding: "utf8",
      maxBuffer: 10_000_000,
    });
    const lines = output.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
      Array.from({ length: 5000 }, (_, n) => `event ${n}`),
    );
  });
});
