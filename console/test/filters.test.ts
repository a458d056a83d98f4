import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as alerts from "../src/state/alert-filter.ts";
import * as audit from "../src/state/audit-filter.ts";
import { ACTIONS } from "../src/words/audit.ts";

const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2039-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const from = fc.option(day, { nil: "" });
const to = fc.option(day, { nil: "" });

test("a filter of alerts or of the audit log can be written to the address and read back", () => {
  const alertFilters = fc.record({
    search: fc.string({ unit: "binary", maxLength: 200 }),
    state: fc.constantFrom("", "ACTIVE", "EXPIRED", "CANCELLED"),
    status: fc.constantFrom("", "ACTUAL", "EXERCISE", "TEST"),
    ...{ from, to },
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  const auditFilters = fc.record({
    actor: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String), { nil: "" }),
    action: fc.constantFrom("", "ANY", ...Object.keys(ACTIONS)),
    ...{ from, to },
  });
  fc.assert(
    fc.property(alertFilters, auditFilters, (ofAlerts, ofAudit) => {
      const alertQuery = alerts.queryOf(ofAlerts as alerts.AlertFilter);
      const auditQuery = audit.queryOf(ofAudit as audit.AuditFilter);
      expect(alerts.parseFilter(alertQuery)).toEqual(ofAlerts);
      expect(audit.parseFilter(auditQuery)).toEqual(ofAudit);
    }),
  );
  expect(alerts.parseFilter("")).toEqual(alerts.ALL_ALERTS);
  expect([alerts.queryOf(alerts.ALL_ALERTS), audit.queryOf(audit.parseFilter(""))]).toEqual([
    "",
    "",
  ]);
});

test.each([
  "state=GONE",
  "status=GONE",
  "status=&from=yesterday",
  "from=2026-99-99&page=-1",
  "to=tomorrow",
  "from=2026-03&page=0",
  "page=1000001",
  "page=1.5",
  "page=1e99",
  "x=%",
  "actor=-1",
  "actor=0",
  "actor=07",
  "actor=7a",
  "actor=2147483648",
  "actor=1.5",
  "action=toString",
])("an address with the invalid query %s shows all", (query) => {
  expect(alerts.parseFilter(query)).toEqual(alerts.ALL_ALERTS);
  expect(audit.queryOf(audit.parseFilter(query))).toBe("");
});

test("a search of more than 200 characters is cut, without splitting a character", () => {
  const { parseFilter } = alerts;
  expect(parseFilter(`search=${"x".repeat(500)}`).search).toHaveLength(200);
  expect(parseFilter(`search=${"🌊".repeat(201)}`).search).toBe("🌊".repeat(200));
});

test("a filter's last day is searched to its end, and empty fields are sent as null", () => {
  const { publishedSince, publishedBefore, ...rest } = alerts.variablesOf({
    search: " gas & leak ",
    state: "EXPIRED",
    status: "TEST",
    from: "2026-03-01",
    to: "2026-03-01",
    page: 3,
  });
  expect(rest).toEqual({
    search: "gas & leak",
    state: "EXPIRED",
    status: "TEST",
    limit: 25,
    offset: 50,
  });
  expect(Number(publishedBefore) - Number(publishedSince)).toBe(86_400);
  expect(alerts.variablesOf({ ...alerts.ALL_ALERTS, search: " " })).toEqual({
    search: null,
    state: null,
    status: null,
    publishedSince: null,
    publishedBefore: null,
    limit: 25,
    offset: 0,
  });
});
