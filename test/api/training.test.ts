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

  test("cannot end the training, not even through a user that they create or import", async () => {
    expect(refusals(await train(trainee.id, false, trainee))).toEqual([
      "FORBIDDEN at userTraining",
    ]);
    expect(refusals(await train(trainee.id, false, citizen))).toEqual([
      "FORBIDDEN at userTraining",
    ]);
    expect(refusals(await rights(citizen.id, { isAdmin: true }, trainee))).toEqual([
      "FORBIDDEN at userRights",
    ]);
    const input = { email: "made@example.org", name: "M", address: "", isAdmin: true };
    const { data } = await service.graphql(
      "mutation ($input: NewUserInput!) { newUser(input: $input) { isTraining } }",
      { input: { ...input, password: "made by a trainee" } },
      trainee,
    );
    expect(data.newUser).toEqual({ isTraining: true });
    await service.graphql(
      `mutation { usersImport(users: [{ email: "imported@example.org", name: "I" }]) { userId } }`,
      {},
      trainee,
    );
    const { data: overview } = await service.graphql(
      `{ usersOverview(search: "imported") { isTraining } }`,
      {},
      service.admin,
    );
    expect(overview.usersOverview).toEqual([{ isTraining: true }]);
  });

  test("cannot take over an administrator who is not in training, by email or password", async () => {
    const colleague = await service.newUser({ isAdmin: true });
    const noPassword = (
      await service.graphql(
        `mutation { usersImport(users: [{ email: "new@example.org", name: "N" }]) { userId } }`,
        {},
        service.admin,
      )
    ).data.usersImport[0].userId;
    await rights(noPassword, { isAdmin: true });
    const attempts = (id: number, as: TestUser) => [
      service.graphql(
        `mutation ($id: Int!, $input: UserPasswordEdit!) { userPasswordReset(id: $id, input: $input) { id } }`,
        { id, input: { password1: "chosen by another", password2: "chosen by another" } },
        as,
      ),
      service.graphql(
        `mutation ($id: Int!) { userEdit(id: $id, input: { name: "Edited" }) { id } }`,
        { id },
        as,
      ),
    ];
    const links = (as: TestUser) =>
      service.graphql(
        "mutation ($ids: [Int!]!) { newPasswordLinks(userIds: $ids) { token } }",
        { ids: [noPassword] },
        as,
      );
    const before = await service.contents();
    for (const attempt of [...attempts(colleague.id, trainee), links(trainee)]) {
      expect(refusals(await attempt)).toEqual([expect.stringMatching(/^FORBIDDEN at/)]);
    }
    expect(await service.contents()).toEqual(before);
    const other = await service.newUser({ isAdmin: true });
    await train(other.id, true);
    for (const attempt of [
      ...attempts(citizen.id, trainee),
      ...attempts(other.id, trainee),
      ...attempts(colleague.id, service.admin),
      links(service.admin),
    ]) {
      expect(refusals(await attempt)).toEqual([]);
    }
    const own = `mutation ($id: Int!) { userEdit(id: $id, input: { name: "Own" }) { id } }`;
    expect(refusals(await service.graphql(own, { id: trainee.id }, trainee))).toEqual([]);
    for (const id of [colleague.id, noPassword]) await rights(id, { isAdmin: false });
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
