/** @database embedded */
import { afterAll, expect, it } from "@jest/globals";
import { inFull } from "../helpers/full.ts";
import { ready } from "../helpers/ready.ts";
import { type Child, startChild } from "../http/child.ts";
import { scratchClone } from "./helpers/prepared.ts";

/** Three starts on one directory are in test/http/start.test.ts. */
const STARTS = 100;

let child: Child | undefined;
afterAll(() => {
  child?.process.kill("SIGKILL");
});

inFull(it, it.skip)(
  "the service starts and stops again and again",
  async () => {
    const directory = await scratchClone();
    const failures: string[] = [];
    for (let start = 1; start <= STARTS; start++) {
      child = startChild({ DATA_DIR: directory, PORT: "0" });
      await ready(await child.url());
      const code = await child.end();
      if (code !== 0) failures.push(`${start}: ${code}`);
    }
    expect(failures).toEqual([]);
  },
  STARTS * 60_000,
);
