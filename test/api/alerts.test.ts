import { beforeAll, expect, test } from "@jest/globals";
import { runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let users: TestUser[];
let ids: number[];
beforeAll(async () => {
  users = [await service.newUser(), await service.newUser(), await service.newUser()];
  for (const user of users) {
    await service.graphql(
      "mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) { id } }",
      {},
      user,
    );
  }
  ids = [await publish("first", 0), await publish("second", 10), await publish("third", 0)];
});

async function publish(text: string, longitude: number): Promise<number> {
  const points = [
    { latitude: 0, longitude },
    { latitude: 0, longitude: longitude + 1 },
    { latitude: 1, longitude: longitude + 1 },
    { latitude: 1, longitude },
  ];
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points, text1: text, text2: text, text3: text } },
    service.admin,
  );
  return data.newAlert.id;
}

const ALERTS = `query ($id: Int, $limit: Int64, $offset: Int64, $of: Int64, $from: Int64) {
  alerts(id: $id, limit: $limit, offset: $offset) {
    id userId text1 area reachedUsers
    notifications(limit: $of, offset: $from) { id userId level }
  }
}`;

test("lists every alert to every user, newest first", async () => {
  const { data } = await service.graphql("{ alerts { id text1 } }", {}, users[0]);
  expect(data.alerts).toEqual([
    { id: ids[2], text1: "third" },
    { id: ids[1], text1: "second" },
    { id: ids[0], text1: "first" },
  ]);
});

test("the query alerts takes an id, a limit and an offset", async () => {
  const one = await service.graphql(ALERTS, { id: ids[0] }, users[0]);
  expect(one.data.alerts).toMatchObject([{ id: ids[0] }]);
  const second = await service.graphql(ALERTS, { limit: 1, offset: 1 }, users[0]);
  expect(second.data.alerts).toMatchObject([{ id: ids[1] }]);
});

test("lists all alerts if the id is null", async () => {
  const { data } = await service.graphql(ALERTS, { id: null }, users[0]);
  expect(data.alerts).toHaveLength(3);
});

test("shows every user how many users each alert reached", async () => {
  const { data } = await service.graphql("{ alerts { reachedUsers } }", {}, users[0]);
  expect(data.alerts).toEqual([{ reachedUsers: 3 }, { reachedUsers: 0 }, { reachedUsers: 3 }]);
});

test("shows everyone's notifications of an alert to an administrator, newest first", async () => {
  const { data } = await service.graphql(ALERTS, { id: ids[0] }, service.admin);
  const { notifications } = data.alerts[0];
  expect(notifications.map((n: { userId: number }) => n.userId).toSorted()).toEqual(
    users.map(({ id }) => id).toSorted(),
  );
  const order = notifications.map(({ id }: { id: number }) => id);
  expect(order).toEqual(order.toSorted((a: number, b: number) => b - a));
});

test("shows a user their own notifications of an alert only", async () => {
  const { data } = await service.graphql(ALERTS, {}, users[1]);
  expect(
    data.alerts.map(({ notifications }: { notifications: object[] }) => notifications),
  ).toMatchObject([[{ userId: users[1]?.id }], [], [{ userId: users[1]?.id }]]);
});

test("pages through the notifications of each alert separately", async () => {
  const all = await service.graphql(ALERTS, {}, service.admin);
  const { data } = await service.graphql(ALERTS, { of: 1, from: 1 }, service.admin);
  expect(data.alerts.map((alert: { notifications: object[] }) => alert.notifications)).toEqual(
    all.data.alerts.map((alert: { notifications: object[] }) => alert.notifications.slice(1, 2)),
  );
});

test("refuses a negative limit or offset of an alert's notifications", async () => {
  for (const page of [{ of: -1 }, { from: -1 }]) {
    const answer = await service.graphql(ALERTS, page, service.admin);
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
  }
});

test("following a notification to its alert and back shows only the user's own notifications", async () => {
  const { data } = await service.graphql(
    "{ notifications { userId alert { id notifications { userId alert { text1 } } } } }",
    {},
    users[2],
  );
  const own = (text1: string) => [{ userId: users[2]?.id, alert: { text1 } }];
  expect(data.notifications).toEqual([
    { userId: users[2]?.id, alert: { id: ids[2], notifications: own("third") } },
    { userId: users[2]?.id, alert: { id: ids[0], notifications: own("first") } },
  ]);
});
