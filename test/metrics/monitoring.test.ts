/** @database server */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "@jest/globals";
import { makeMetrics } from "../../src/run-hosts.ts";
import { pageAt, sectionOf } from "../docs/markdown.ts";
import { runTestService } from "../helpers/service.ts";
import { metricsOf, namesIn } from "./scrape.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ALERTS = "docs/monitoring/alerts.yml";
const read = (path: string) => readFileSync(`${ROOT}${path}`, "utf8");
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
const panels = (JSON.parse(read("docs/monitoring/dashboard.json")) as Dashboard).panels;
const rules = [...read(ALERTS).matchAll(/alert: (\w+).*?expr: (.*?)\n {8}for:/gs)].map(
  ([, title, expr]) => ({ title, targets: [{ expr: String(expr) }] }),
);

const service = runTestService({ METRICS_PORT: "0", JOBS: "true" });
let metrics: Set<string>;
beforeAll(async () => {
  metrics = new Set([
    ...(await metricsOf(service.metricsUrl as string)),
    // The parent of several hosts adds these.
    ...namesIn(await makeMetrics(1, () => true)()),
  ]);
});

test("the panels of the dashboard and all alert rules are found", () => {
  expect(panels.length).toBeGreaterThan(20);
  expect(rules.length).toBe(read(ALERTS).split("- alert:").length - 1);
});

test.each([...panels, ...rules])("$title names metrics that the service has", ({ targets }) => {
  for (const { expr } of targets) {
    const names = expr.match(/\b(location_alert|nodejs|process)_\w+/g) ?? [];
    expect(names.length > 0 || /\bup\b/.test(expr)).toBe(true);
    for (const name of names) expect(metrics).toContain(name);
  }
});

const runbook = sectionOf(pageAt("docs/operations.md"), "Alarms and symptoms");

test("each rule leads to its row of docs/operations.md", () => {
  const urls = [...read(ALERTS).matchAll(/runbook_url: (.+)/g)].map(({ 1: url }) => url);
  expect(urls).toEqual(rules.map(() => "docs/operations.md#alarms-and-symptoms"));
  const named = [...runbook.matchAll(/`([A-Z]\w+)`(?=[^|]* \|[^|\n]* \|[^|\n]* \|$)/gm)];
  expect(named.map(({ 1: name }) => name).sort()).toEqual(rules.map(({ title }) => title).sort());
});

test.each(
  [...runbook.matchAll(/`((?:select|table) [^`]+)`/g)].map(({ 1: sql }) => [sql as string]),
)("the row that says %s can be followed", async (sql) => {
  await expect(service.owner.query(sql)).resolves.toBeDefined();
});

const promtool = (...args: string[]) =>
  execFileSync("promtool", args, { cwd: ROOT, encoding: "utf8" });
const ifInstalled = hasPromtool ? test : test.skip;

ifInstalled("Prometheus takes the rules, its configuration and the page of metrics", async () => {
  expect(promtool("check", "rules", ALERTS)).toContain(`${rules.length} rules found`);
  expect(promtool("check", "config", "docs/monitoring/prometheus.yml")).toContain("SUCCESS");
  const page = await (await fetch(service.metricsUrl as string)).text();
  const checked = spawnSync("promtool", ["check", "metrics"], { input: page, encoding: "utf8" });
  const ours = checked.stderr.split("\n").filter((line) => line.startsWith("location_alert_"));
  expect(ours).toEqual([]);
});

ifInstalled("each alert fires when it should", () => {
  const tests = "test/metrics/alerts.test.yml";
  expect(promtool("test", "rules", tests)).toContain("SUCCESS");
  for (const { title } of rules) expect(read(tests)).toContain(`alertname: ${title}`);
});
