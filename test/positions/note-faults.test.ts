import { expect, test } from "@jest/globals";
import { makeNoteFaults } from "../../src/http/positions.ts";
import { counted } from "../../src/ops/instruments.ts";

const countOf = async (app: string) => {
  const page = await counted.metrics();
  const series = `location_alert_unstorable_positions_total{app="${app}"} `;
  const line = page.split("\n").find((one) => one.startsWith(series));
  return line === undefined ? 0 : Number(line.slice(series.length));
};

test("each fault is counted, and logged once for each user and app", async () => {
  const logged: unknown[] = [];
  const note = makeNoteFaults((line, level) => logged.push([level, line]));
  const line = (app: string, user: number, fault: string) => [
    "warn",
    `positions: cannot store something from ${app} of user ${user}: ${fault}`,
  ];
  note("osmand", 7, ["no place", "no place", "no time"]);
  note("osmand", 7, ["no place"]);
  note("osmand", 8, ["no place"]);
  note("osmand", 8, ["no place", "no time"]);
  note("overland", 7, ["no place"]);
  note("owntracks", 7, []);
  expect(logged).toEqual([
    line("osmand", 7, "no place"),
    line("osmand", 7, "no time"),
    line("osmand", 8, "no place"),
    line("osmand", 8, "no time"),
    line("overland", 7, "no place"),
  ]);
  expect(await Promise.all(["osmand", "overland", "owntracks"].map(countOf))).toEqual([7, 1, 0]);
});
