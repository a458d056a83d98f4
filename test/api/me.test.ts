/** @database server */
import { expect, test } from "@jest/globals";
import { refusals, runTestService } from "../helpers/service.ts";

const service = runTestService();

const ME = "{ me { id email password name address isAdmin __typename } }";

test("me returns the current user", async () => {
  const user = await service.newUser({ email: "ada@example.org" });
  const { data } = await service.graphql(ME, {}, user);
  expect(data.me).toEqual({
    id: user.id,
    email: "ada@example.org",
    password: "******",
    name: "Test",
    address: "",
    isAdmin: false,
    __typename: "User",
  });
});

test("me returns an administrator too", async () => {
  const { data } = await service.graphql(ME, {}, service.admin);
  expect(data.me).toMatchObject({ id: service.admin.id, isAdmin: true });
});

test("me shows quiet hours as hours and minutes", async () => {
  const user = await service.newUser();
  const quietHours = { from: "13:05", to: "00:30", timeZone: "Europe/Rome" };
  const EDIT = `mutation ($input: QuietHoursInput!) {
    quietHoursEdit(input: $input) { quietHours { from to timeZone } }
  }`;
  const { data } = await service.graphql(EDIT, { input: quietHours }, user);
  expect(data.quietHoursEdit).toEqual({ quietHours });
  const me = await service.graphql("{ me { quietHours { from to timeZone } } }", {}, user);
  expect(me.data).toEqual({ me: { quietHours } });
});

test("me needs a token", async () => {
  const answer = await service.graphql(ME);
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at me"]);
  expect(answer.data).toEqual({ me: null });
});
