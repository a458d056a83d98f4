import { expect, test } from "@jest/globals";
import type { AlertQuery } from "../../src/console/api/operations.ts";
import { parseCsv } from "../../src/console/words/csv.ts";
import { reportCsv } from "../../src/console/words/report-csv.ts";

const alert = {
  id: 7,
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
    { level: "ONE", users: 12_345, usersPushed: 3, usersWaiting: 0, usersFailed: 1, usersSeen: 2 },
  ],
  pushFailures: [
    { provider: "expo", reason: "gone, for good", isFinal: true, pushes: 4, users: 1 },
  ],
  history: [{ version: 1, createdAt: 1_000_000_000, user: { name: "Rita" } }],
} as unknown as NonNullable<AlertQuery["alerts"]>[number];
const steps = [{ beganAt: 1_000_000_020, duration: 60, told: 12_345, pushed: 3, seen: 0 }];

test("each figure is a row of five cells", () => {
  const rows = parseCsv(reportCsv(alert, steps)).map(({ cells }) => cells);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([5]));
  expect(rows[0]).toEqual(["section", "item", "level", "time", "value"]);
  for (const row of [
    ["alert", "status", "", "", "EXERCISE"],
    ["people", "told", "ONE", "", "12345"],
    ["people", "seen", "ONE", "", "2"],
    ["timeline", "told", "", "2001-09-09T01:47:00.000Z", "12345"],
    ["failed pushes", "expo: gone, for good", "", "", "1"],
    ["version", "1", "", "2001-09-09T01:46:40.000Z", "Rita"],
  ]) {
    expect(rows).toContainEqual(row);
  }
});

test("no text is a formula for a spreadsheet", () => {
  const cells = parseCsv(reportCsv(alert, steps)).flatMap(({ cells }) => cells);
  expect(cells).toContain("'=1+1");
  expect(cells).toContain('\'+39 "call"');
  expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
});
