import { expect, test } from "@jest/globals";
import { Child } from "./helpers/child.ts";

test("a thread closes a database that another thread has open, and waits at most five seconds for it", async () => {
  const child = new Child("follower", []);
  await child.exited;
  expect(child.lines).toEqual([
    ...["none is open", "still open", "closing", "closed", "told"],
    "given up after 5000 ms",
  ]);
});
