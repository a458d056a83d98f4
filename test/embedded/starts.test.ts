import { afterAll, expect, it } from "@jest/globals";
import { inFull } from "../helpers/full.ts";
import { type Child, startChild } from "../http/child.ts";
import { scratchClone } from "./helpers/prepared.ts";

const STARTS = inFull(100, 3);

let child: Child | undefined;
afterAll(() => {
  child?.process.kill("SIGKILL");
});

it(
  "the service starts and stops again and again",
  async () => {
    const directory = await scratchClone();
    const failures: string[] = [];
    for (let start = 1; start <= STARTS; start++) {
      child = startChild({ DATA_DIR: directory, PORT: "0" });
      const { status } = await fetch(`${await child.url()}/readyz`);
      const code = await child.end();
      if (status !== 200 || code !== 0) failures.push(`${start}: ${status}, ${code}`);
    }
    expect(failures).toEqual([]);
  },
  STARTS * 60_000,
);
