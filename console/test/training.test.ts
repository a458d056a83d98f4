import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import { session } from "../src/state/session.ts";
import { isTraining, training } from "../src/state/training.ts";
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

test("a change of the user's training by another administrator shows without a new login", async () => {
  for (const is of [true, false]) {
    fakeService({
      Training: () => ({
        me: { isTraining: is, name: "Ada", memberships: [{ authorityId: 1, role: "MANAGER" }] },
        authorities: [{ id: 1, name: "Bologna", parentId: null }],
      }),
    });
    await training.load();
    expect(isTraining.value).toBe(is);
    const rights = [{ id: 1, name: "Bologna", role: is ? "APPROVER" : "MANAGER" }];
    expect(session.value).toEqual({ ...login("a.b.c"), isTraining: is, name: "Ada", rights });
  }
  const before = session.value;
  await training.load();
  expect(session.value).toBe(before);
  session.value = null;
  expect(isTraining.value).toBe(false);
});

test("an answer that comes after a logout, or without a user, changes nothing", async () => {
  fakeService({ Training: () => ({ me: null }) });
  await training.load();
  expect([isTraining.value, training.error.value]).toEqual([false, ""]);
  fakeService({
    Training: () => {
      session.value = null;
      return { me: { isTraining: true } };
    },
  });
  await training.load();
  expect([session.value, training.error.value]).toEqual([null, ""]);
});

test("an answer about the previous user's training is not applied to the next user", async () => {
  fakeService({
    Training: () => {
      session.value = login("another");
      return { me: { isTraining: true } };
    },
  });
  await training.load();
  expect(isTraining.value).toBe(false);
});
