/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { wkt } from "../helpers/wkt.ts";

const AREA = {
  type: "Polygon",
  coordinates: [wkt("11.3 44.4, 11.4 44.4, 11.4 44.5, 11.3 44.4")],
};
const TEXTS = { text1: "one", text2: "two", text3: "three" };

const service = runTestService();
let trainee: TestUser;
let citizen: TestUser;
beforeAll(async () => {
  trainee = await service.newUser({ isAdmin: true });
  citizen = await service.newUser();
  expect((await train(trainee.id, true)).data.userTraining).toEqual({ isTraining: true });
  await service.graphql(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { latitude: 44.41, longitude: 11.35, movingActivity: "STILL" } },
    citizen,
  );
});

const train = (id: number, isTraining: boolean, as: TestUser = service.admin) =>
  service.graphql(
    "mutation ($id: Int!, $is: Boolean!) { userTraining(id: $id, isTraining: $is) { isTraining } }",
    { id, is: isTraining },
    as,
  );
const rights = (id: number, input: object, as: TestUser = service.admin) =>
  service.graphql(
    "mutation ($id: Int!, $input: UserRightsInput!) { userRights(id: $id, input: $input) { id } }",
    { id, input },
    as,
  );
const publish = async (as: TestUser, status?: string) =>
  (
    await service.graphql(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id status reachedUsers } }",
      { input: { area: AREA, ...TEXTS, ...(status && { status }) } },
      as,
    )
  ).data.newAlert;
const update = (id: number, as: TestUser) =>
  service.graphql(
    `mutation ($id: Int!) { alertUpdate(id: $id, input: { text1: "new" }) { status } }`,
    { id },
    as,
  );
const cancel = (id: number, as: TestUser) =>
  service.graphql(`mutation ($id: Int!) { alertCancel(id: $id, text: "over") { id } }`, { id }, as);

describe("a training user", () => {
  test.each([undefined, "ACTUAL", "TEST", "EXERCISE"])(
    "who publishes with the status %s publishes an exercise",
    async (status) => {
      const alert = await publish(trainee, status);
      expect(alert).toEqual({ id: expect.any(Number), status: "EXERCISE", reachedUsers: 0 });
      expect((await update(alert.id, trainee)).data.alertUpdate).toEqual({ status: "EXERCISE" });
      expect(refusals(await cancel(alert.id, trainee))).toEqual([]);
    },
  );

  test("gets the reach of an exercise from alertReach", async () => {
    const reach = async (as: TestUser) =>
      (
        await service.graphql(
          "query ($input: AlertInput!) { alertReach(input: $input) { one } }",
          { input: { area: AREA, ...TEXTS } },
          as,
        )
      ).data.alertReach;
    expect(await reach(service.admin)).toEqual({ one: 1 });
    expect(await reach(trainee)).toEqual({ one: 0 });
  });

  test("cannot change or end a real alert", async () => {
    const { id, status } = await publish(service.admin);
    expect(status).toBe("ACTUAL");
    const before = await service.contents();
    expect(refusals(await update(id, trainee))).toEqual(["FORBIDDEN at alertUpdate"]);
    expect(refusals(await cancel(id, trainee))).toEqual(["FORBIDDEN at alertCancel"]);
    expect(await service.contents()).toEqual(before);
    expect(refusals(await update(id, service.admin))).toEqual([]);
    expect(refusals(await cancel(id, service.admin))).toEqual([]);
  });

  test("has no right of a manager: ends no training, makes and takes over no user", async () => {
    const colleague = await service.newUser({ isAdmin: true });
    const { id } = colleague;
    const passwords = { password1: "chosen by another", password2: "chosen by another" };
    const made = { email: "m@example.org", password: "made by a trainee", name: "M", address: "" };
    const attempts: [string, object?][] = [
      ["userTraining(id: $id, isTraining: false) { id }", { id: trainee.id }],
      ["userRights(id: $id, input: { isAdmin: true }) { id }", { id: citizen.id }],
      ["membershipSet(userId: $id, authorityId: 1, role: MANAGER) { id }", { id: citizen.id }],
      ["userPasswordReset(id: $id, input: $input) { id }", { id, input: passwords }],
      ["userErase(id: $id) { userId }", { id }],
      ["newPasswordLinks(userIds: [$id]) { token }", { id: citizen.id }],
      ["newUser(input: $input) { id }", { input: { ...made, isAdmin: true } }],
      ['usersImport(users: [{ email: "i@example.org", name: "I" }]) { userId }'],
      ['invitationAdd(input: { name: "Hall" }) { id }'],
      ['authorityAdd(input: { name: "Ward", parentId: 1 }) { id }'],
    ];
    const before = await service.contents();
    for (const [field, values = {}] of attempts) {
      const input = field.startsWith("newUser") ? "NewUserInput!" : "UserPasswordEdit!";
      const types = { id: "Int!", input };
      const given = Object.keys(values).map((name) => `$${name}: ${types[name as "id"]}`);
      const names = given.length ? `(${given.join(", ")})` : "";
      const answer = await service.graphql(`mutation ${names} { ${field} }`, values, trainee);
      expect([field, refusals(answer)]).toEqual([field, [expect.stringMatching(/^FORBIDDEN at/)]]);
    }
    const edit = `mutation ($id: Int!) { userEdit(id: $id, input: { name: "Edited" }) { id } }`;
    expect(refusals(await service.graphql(edit, { id }, trainee))).toEqual([
      "NOT_FOUND at userEdit",
    ]);
    expect(await service.contents()).toEqual(before);
    expect(refusals(await service.graphql(edit, { id: trainee.id }, trainee))).toEqual([]);
    await rights(id, { isAdmin: false });
  });

  test("can publish real alerts after the training", async () => {
    const colleague = await service.newUser({ isAdmin: true });
    await train(colleague.id, true);
    expect((await publish(colleague)).status).toBe("EXERCISE");
    await train(colleague.id, false);
    expect((await publish(colleague)).status).toBe("ACTUAL");
    await rights(colleague.id, { isAdmin: false });
  });
});

test("the last administrator who is not in training can neither begin it nor lose the rights", async () => {
  const { id } = service.admin;
  expect(refusals(await train(id, true))).toEqual(["CONFLICT at userTraining"]);
  expect(refusals(await train(999_999, true))).toEqual(["NOT_FOUND at userTraining"]);
  expect(refusals(await rights(id, { isAdmin: false }))).toEqual(["CONFLICT at userRights"]);
});
