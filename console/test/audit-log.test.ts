import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { readAllEntries, readEntries } from "../src/state/audit-entries.ts";
import { parseFilter } from "../src/state/audit-filter.ts";
import { fakeService } from "./helpers/fake-service.ts";

const { signal } = new AbortController();

test("the service gets the audit log's filter, with the last day to its end", async () => {
  const asked = fakeService({ AuditEntries: () => ({ auditEntries: [] }) });
  const filter = parseFilter("actor=7&action=LOGGED_IN&from=2026-03-01&to=2026-03-02");
  await readEntries(filter, { limit: 5, offset: 10 }, signal);
  await readEntries(parseFilter(""), { limit: 5, offset: 0 }, signal);
  const since = new Date(2026, 2, 1).getTime() / 1000;
  expect(asked.map(({ variables }) => variables)).toEqual([
    {
      actorId: 7,
      action: "LOGGED_IN",
      createdSince: since,
      createdBefore: new Date(2026, 2, 3).getTime() / 1000,
      limit: 5,
      offset: 10,
    },
    { actorId: null, action: null, createdSince: null, createdBefore: null, limit: 5, offset: 0 },
  ]);
});

test("invalid user ids and actions in an address are ignored", () => {
  const actors = ["2147483647", "2147483648", "9999999999", "07", "7a"];
  expect(actors.map((actor) => parseFilter(`actor=${actor}`).actor)).toEqual([
    ...["2147483647", "", "", "", ""],
  ]);
  expect(parseFilter("action=toString").action).toBe("");
});

/** Answers with `count` entries. A new entry is written after the first page was read. */
function entries(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ id: count - at }));
  const asked = fakeService({
    AuditEntries: ({ limit, offset }) => {
      const page = rows.slice(Number(offset), Number(offset) + Number(limit));
      if (offset === 0) rows.unshift({ id: count + 1 });
      return { auditEntries: page };
    },
  });
  const progress: number[] = [];
  const read = async () => {
    const all = await readAllEntries(parseFilter(""), (number) => progress.push(number), signal);
    return all.map(({ id }) => id);
  };
  return { asked, progress, read };
}

test("an exported file has each entry once, the oldest first", async () => {
  const { asked, progress, read } = entries(2500);
  expect(await read()).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
  expect(progress).toEqual([1000, 1999, 2500]);
  expect(asked).toHaveLength(3);
});

test("an export whose last page is full asks for one more page", async () => {
  const { asked, read } = entries(1999);
  expect(await read()).toHaveLength(1999);
  expect(asked).toHaveLength(3);
});

test("an exported file has at most the newest 100,000 entries", async () => {
  const { asked, progress, read } = entries(105_000);
  const ids = await read();
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100_000, 5001, 105_000]);
  expect(progress.at(-1)).toBe(100_000);
  expect(asked).toHaveLength(101);
});
