import { expect, test } from "@jest/globals";
import type { AlertQuery } from "../src/api/operations.ts";
import { parseCsv } from "../src/words/csv.ts";
import { reportCsv } from "../src/words/report-csv.ts";

const alert = {
  id: 7,
  state: "ACTIVE",
  status: "EXERCISE",
  createdAt: 1_000_000_000,
  expiresAt: 1_000_003_600,
  cancelledAt: null,
  title: "=1+1",
  event: "-2",
  text1: '+39 "call"',
  text2: "@here",
  text3: "\n=HYPERLINK()",
  allClear: null,
  user: { id: 1, name: "\t=cmd", email: "rita@example.org" },
  delivery: [
    { level: "ONE", users: 12_345, usersPushed: 8, usersWaiting: 4, usersFailed: 1, usersSeen: 2 },
  ],
  pushFailures: [
    { provider: "expo", reason: "gone, for good", isFinal: true, pushes: 4, users: 1 },
    { provider: "fcm", reason: "busy", isFinal: false, pushes: 6, users: 5 },
  ],
  history: [
    {
      ...{ version: 2, createdAt: 1_000_000_060, expiresAt: 1_000_003_600, user: null },
      ...{ title: null, text1: "Go back.", text2: "B", text3: "C", allClear: "Over." },
    },
    {
      ...{ version: 1, createdAt: 1_000_000_000, expiresAt: 1_000_003_600 },
      ...{ user: { name: "Rita" }, title: "T", text1: "Go up.", text2: "B", text3: "C" },
      allClear: null,
    },
  ],
} as unknown as NonNullable<AlertQuery["alerts"]>[number];
const AT = 1_000_002_000;
const steps = [{ beganAt: 1_000_000_020, duration: 60, told: 12_345, pushed: 3, seen: 0 }];

test("each figure of an alert's report is a row of five cells", () => {
  const rows = parseCsv(reportCsv(alert, steps, AT)).map(({ cells }) => cells);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([5]));
  expect(rows[0]).toEqual(["section", "item", "level", "time", "value"]);
  const people = (item: string, number: string) => ["people", item, "ONE", "", number];
  const told = (item: string, number: string) => [
    "timeline",
    item,
    "",
    "2001-09-09T01:47:00.000Z",
    number,
  ];
  expect(rows.slice(1, 6)).toEqual([
    ["alert", "id", "", "", "7"],
    ["alert", "status", "", "", "EXERCISE"],
    ["alert", "published", "", "2001-09-09T01:46:40.000Z", "'\t=cmd"],
    ["alert", "ends", "", "2001-09-09T02:46:40.000Z", ""],
    ["alert", "as-of", "", "2001-09-09T02:20:00.000Z", ""],
  ]);
  expect(rows.slice(6, 12)).toEqual([
    ["alert", "title", "", "", "'=1+1"],
    ["alert", "event", "", "", "'-2"],
    ["alert", "text", "ONE", "", '\'+39 "call"'],
    ["alert", "text", "TWO", "", "'@here"],
    ["alert", "text", "THREE", "", "'\n=HYPERLINK()"],
    ["alert", "all-clear", "", "", ""],
  ]);
  expect(rows.slice(12)).toEqual([
    people("in-zones", "12345"),
    people("pushed", "8"),
    people("waiting", "4"),
    people("failed", "1"),
    people("seen", "2"),
    told("in-zones", "12345"),
    told("pushed", "3"),
    told("seen", "0"),
    ["failed pushes", "expo: gone, for good", "", "", "1"],
    ["waiting pushes", "fcm: busy", "", "", "5"],
    ["version", "1", "", "2001-09-09T01:46:40.000Z", "Rita"],
    ["version 1", "title", "", "", "T"],
    ["version 1", "text", "ONE", "", "Go up."],
    ["version 1", "text", "TWO", "", "B"],
    ["version 1", "text", "THREE", "", "C"],
    ["version 1", "ends", "", "2001-09-09T02:46:40.000Z", ""],
    ["version", "2", "", "2001-09-09T01:47:40.000Z", ""],
    ["version 2", "title", "", "", ""],
    ["version 2", "text", "ONE", "", "Go back."],
    ["version 2", "text", "TWO", "", "B"],
    ["version 2", "text", "THREE", "", "C"],
    ["version 2", "ends", "", "2001-09-09T02:46:40.000Z", ""],
    ["version 2", "all-clear", "", "", "Over."],
  ]);
});

test("a cancelled alert's end is when it was cancelled, and an expired alert's end is its expiry", () => {
  const cells = (changes: object) =>
    parseCsv(reportCsv({ ...alert, ...changes }, steps, AT)).map(({ cells }) => cells);
  const ended = (at: string) => ["alert", "ended", "", at, ""];
  const cancelled = { state: "CANCELLED", cancelledAt: 1_000_000_300 };
  expect(cells(cancelled)).toContainEqual(ended("2001-09-09T01:51:40.000Z"));
  expect(cells({ state: "EXPIRED" })).toContainEqual(ended("2001-09-09T02:46:40.000Z"));
  const over = parseCsv(reportCsv({ ...alert, allClear: "Go back." }, steps, AT));
  expect(over[11]?.cells).toEqual(["alert", "all-clear", "", "", "Go back."]);
});

test("no text can run as a spreadsheet formula", () => {
  const cells = parseCsv(reportCsv(alert, steps, AT)).flatMap(({ cells }) => cells);
  expect(cells).toContain("'=1+1");
  expect(cells).toContain('\'+39 "call"');
  expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
});
