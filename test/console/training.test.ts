import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import { session } from "../../src/console/state/session.ts";
import { isTraining, training } from "../../src/console/state/training.ts";
import { fakeService } from "./helpers/fake-service.ts";

const login = (token: string) => ({
  token,
  userId: 1,
  email: "ada@example.org",
  isTraining: false,
});
beforeEach(() => {
  session.value = login("a.b.c");
});

test("what another administrator has changed of the training shows without a new login", async () => {
  for (const is of [true, false]) {
    fakeService({ Training: () => ({ me: { isTraining: is } }) });
    await training.load();
    expect(isTraining.value).toBe(is);
    expect(session.value).toEqual({ ...login("a.b.c"), isTraining: is });
  }
  const before = session.value;
  await training.load();
  expect(session.value).toBe(before);
  session.value = null;
  expect(isTraining.value).toBe(false);
});

test("an answer about the user before says nothing of the next one", async () => {
  fakeService({
    Training: () => {
      session.value = login("another");
      return { me: { isTraining: true } };
    },
  });
  await training.load();
  expect(isTraining.value).toBe(false);
});
