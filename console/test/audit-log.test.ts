import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { readAllEntries } from "../src/state/audit-entries.ts";
import { parseFilter } from "../src/state/audit-filter.ts";
import { fakeService } from "./helpers/fake-service.ts";

const { signal } = new AbortController();

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

test("an exported file has at most the newest 100,000 entries", async () => {
  const { asked, progress, read } = entries(105_000);
  const ids = await read();
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100_000, 5001, 105_000]);
  expect(progress.at(-1)).toBe(100_000);
  expect(asked).toHaveLength(101);
});
