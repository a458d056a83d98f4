import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import type { HostSettings as Sent } from "../../src/http/console.ts";
import type { FoundStreet as SentStreet } from "../../src/streets/index-file.ts";
import type { HostSettings } from "../src/api/load-host-settings.ts";
import type { FoundStreet } from "../src/map/find-streets.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** Returns the files that import a file outside of a folder of the project. */
const leaving = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: PROJECT }).filter((file) =>
    [...readFileSync(join(PROJECT, file), "utf8").matchAll(/["`](\.\.?\/[^"`\n]*)["`]/g)].some(
      ([, name = ""]) => !join(dirname(file), name).startsWith(folder),
    ),
  );

test("the console imports nothing of the service but how an SMS is counted, which imports nothing", () => {
  expect(leaving("console/", "console/{src,plugins}/**/*.{ts,tsx}")).toEqual([
    "console/src/components/text-editor.tsx",
  ]);
  const counted = readFileSync(join(PROJECT, "src/delivery/push/sms-text.ts"), "utf8");
  expect(counted).not.toMatch(/^import /m);
});

test("the service imports nothing of the console", () => {
  const imports = /(?:from|import) "[^"]*\/console\/(?:src|plugins)\//;
  const files = globSync("src/**/*.ts", { cwd: PROJECT });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => imports.test(readFileSync(join(PROJECT, file), "utf8")))).toEqual(
    [],
  );
});

test("the console knows what the service sends", () => {
  // The compiler compares the types, in both directions.
  const settings = (sent: Sent): HostSettings => sent;
  const sentSettings = (known: HostSettings): Sent => known;
  const street = (sent: SentStreet): FoundStreet => sent;
  const sentStreet = (known: FoundStreet): SentStreet => known;
  expect([settings, sentSettings, street, sentStreet]).toHaveLength(4);
});
