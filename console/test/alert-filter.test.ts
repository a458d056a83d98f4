import { expect, test } from "@jest/globals";
import { ALL_ALERTS, parseFilter, queryOf, variablesOf } from "../src/state/alert-filter.ts";

const filter = {
  search: " gas & leak = 50 % #1 ",
  state: "EXPIRED",
  status: "TEST",
  from: "2026-03-01",
  to: "2026-03-31",
  page: 3,
} as const;

test("the alert list's filter can be written to the address and read back", () => {
  expect(parseFilter(queryOf(filter))).toEqual(filter);
  expect(parseFilter("")).toEqual(ALL_ALERTS);
  expect(queryOf(ALL_ALERTS)).toBe("");
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
])("an address with the invalid query %s shows all alerts", (query) => {
  expect(parseFilter(query)).toEqual(ALL_ALERTS);
});

test("a search of more than 200 characters is cut, without splitting a character", () => {
  expect(parseFilter(`search=${"x".repeat(500)}`).search).toHaveLength(200);
  expect(parseFilter(`search=${"🌊".repeat(201)}`).search).toBe("🌊".repeat(200));
});

test("an address may name page 1,000,000", () => {
  expect(parseFilter("page=1000000").page).toBe(1_000_000);
});

test("a filter's last day is searched to its end, and empty fields are sent as null", () => {
  const { publishedSince, publishedBefore, ...rest } = variablesOf({ ...filter, to: "2026-03-01" });
  expect(rest).toEqual({
    search: "gas & leak = 50 % #1",
    state: "EXPIRED",
    status: "TEST",
    limit: 25,
    offset: 50,
  });
  expect(Number(publishedBefore) - Number(publishedSince)).toBe(86_400);
  expect(variablesOf({ ...ALL_ALERTS, search: " " })).toEqual({
    search: null,
    state: null,
    status: null,
    publishedSince: null,
    publishedBefore: null,
    limit: 25,
    offset: 0,
  });
});
