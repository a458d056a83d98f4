import { expect, test } from "@jest/globals";
import { Child } from "./helpers/child.ts";

test("a database that another thread opened is closed and waited for, if there is one, for five seconds", async () => {
  const child = new Child("follower", []);
  await child.exited;
  expect(child.lines).toEqual([
    ...["none is open", "still open", "closing", "closed", "told"],
    "given up after 5000 ms",
  ]);
});
