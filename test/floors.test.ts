import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "@jest/globals";

const SRC = join(import.meta.dirname, "../src");
/** The rooms of src, from the ground up. The files at its top stand above all of them. */
const FLOORS = [
  ["ops"],
  ["settings"],
  ["limits"],
  ["hosts"],
  ["database"],
  ["people", "audit"],
  ["positions", "mail", "speech", "streets"],
  ["live", "delivery", "cells", "cap", "webhooks"],
  ["graphql"],
  ["http"],
  [""],
  ["cli"],
];
const roomOf = (file: string) => (file.includes("/") ? (file.split("/")[0] as string) : "");
const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

test("a room takes from the floors below its own only, types included", () => {
  const wrong = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
      .map(([, path]) => relative(SRC, join(SRC, dirname(file), path as string)))
      .filter((target) => roomOf(target) !== roomOf(file))
      .filter((target) => floorOf(target) < 0 || floorOf(target) >= floorOf(file))
      .map((target) => `${file} takes from ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("the embedded database takes nothing from the service", () => {
  const folder = join(SRC, "../embedded");
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  expect(texts.join("\n")).not.toContain('from "../');
});

test("the name of a file stands once", () => {
  const names = files.map((file) => basename(file)).filter((name) => name !== "index.ts");
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
