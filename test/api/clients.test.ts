/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

const CONSOLE = "http://console.example.org:3000";

/** Sends a request as Apollo does in a browser from another origin. */
function fromConsole(body: object, token = "") {
  return supertest(service.url)
    .post("/graphql")
    .set("Origin", CONSOLE)
    .set("Accept", "*/*")
    .set("Content-Type", "application/json")
    .set("Authorization", token && `Bearer ${token}`)
    .send(body);
}

describe("a console in a browser", () => {
  test("passes the preflight", async () => {
    const response = await supertest(service.url)
      .options("/graphql")
      .set("Origin", CONSOLE)
      .set("Access-Control-Request-Method", "POST")
      .set("Access-Control-Request-Headers", "authorization,content-type");
    expect([200, 204]).toContain(response.status);
    expect(["*", CONSOLE]).toContain(response.headers["access-control-allow-origin"]);
    expect(response.headers["access-control-allow-methods"]).toBe("GET,POST");
    // Without it, browsers ask again every five seconds.
    expect(response.headers["access-control-max-age"]).toBe("86400");
    const allowed = response.headers["access-control-allow-headers"]?.toLowerCase().split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-type"]));
  });

  test("may read answers and errors", async () => {
    for (const query of ["{ apiVersion }", "{ me { id } }", "{ nonsense }"]) {
      const { headers } = await fromConsole({ query }).expect(200);
      expect(["*", CONSOLE]).toContain(headers["access-control-allow-origin"]);
      expect(headers["content-type"]).toMatch(/^application\/json/);
    }
  });

  test("may read an HTTP refusal too", async () => {
    const { headers } = await supertest(service.url)
      .post("/graphql")
      .set("Origin", CONSOLE)
      .set("Content-Type", "application/json")
      .send("{")
      .expect(400);
    expect(["*", CONSOLE]).toContain(headers["access-control-allow-origin"]);
  });

  test("logs in with an empty Authorization header", async () => {
    const { body } = await fromConsole({
      operationName: "Login",
      variables: { input: { email: "admin@example.org", password: "admin-password" } },
      query:
        "mutation Login($input: LoginCredentials!) {\n  login(input: $input) {\n    accessToken\n    tokenType\n    userId\n    __typename\n  }\n}\n",
    }).expect(200);
    expect(body.data.login).toMatchObject({ tokenType: "Bearer", __typename: "AuthBody" });
  });

  test("publishes an alert, and reads all of its fields", async () => {
    const points = [
      { latitude: 40.8, longitude: 14.2 },
      { latitude: 40.8, longitude: 14.3 },
      { latitude: 40.9, longitude: 14.3 },
    ];
    const fields =
      "id\n userId\n createdAt\n area\n areaLevel2\n areaLevel3\n text1\n text2\n text3\n audio1\n audio2\n audio3\n reachedUsers\n notifications {\n id\n userId\n latitude\n longitude\n movingActivity\n level\n seen\n createdAt\n __typename\n }\n __typename";
    const published = await fromConsole(
      {
        operationName: "NewAlert",
        variables: { input: { points, text1: "One", text2: "Two", text3: "Three" } },
        query: `mutation NewAlert($input: AlertInput!) {\n  newAlert(input: $input) {\n ${fields}\n }\n}\n`,
      },
      service.admin.token,
    ).expect(200);
    expect(published.body.data.newAlert).toMatchObject({
      __typename: "Alert",
      area: expect.stringMatching(/^POLYGON\(\(/),
      areaLevel2: expect.stringMatching(/^POLYGON\(\(/),
      areaLevel3: expect.stringMatching(/^POLYGON\(\(/),
      audio1: [],
    });
    const { body } = await fromConsole(
      {
        operationName: "Alerts",
        variables: { limit: 5, offset: 0 },
        query: `query Alerts($limit: Int, $offset: Int) {\n  alerts(limit: $limit, offset: $offset) {\n ${fields}\n }\n}\n`,
      },
      service.admin.token,
    ).expect(200);
    expect(body.data.alerts).toEqual([published.body.data.newAlert]);
  });

  test("asks for several lists in one document", async () => {
    const { body } = await fromConsole(
      {
        operationName: "Dashboard",
        variables: { limit: 5 },
        query:
          "query Dashboard($limit: Int!, $activity: [MovingActivity]) {\n  apiVersion\n  users(limit: $limit) { ...UserParts __typename }\n  positions(movingActivity: $activity, limit: $limit) { id createdAt __typename }\n  alerts(limit: $limit) { id __typename }\n  notifications(limit: $limit) { id __typename }\n  __typename\n}\nfragment UserParts on User { id name __typename }",
      },
      service.admin.token,
    ).expect(200);
    expect(body.errors).toBeUndefined();
    expect(body.data.__typename).toBe("Query");
    expect(body.data.users).toHaveLength(2);
  });

  test("may send null for operationName and variables", async () => {
    const { body } = await fromConsole({
      operationName: null,
      variables: null,
      extensions: {},
      query: "{ apiVersion }",
    }).expect(200);
    expect(body.data.apiVersion).toEqual(expect.any(String));
  });

  test("may send Apollo's Accept header", async () => {
    const { headers } = await fromConsole({ query: "{ nonsense }" })
      .set("Accept", "application/graphql-response+json,application/json;q=0.9")
      .expect(200);
    expect(headers["content-type"]).toMatch(/^application\/json/);
  });
});

describe("a phone", () => {
  const fromPhone = (body: object) =>
    supertest(service.url)
      .post("/graphql")
      .set("User-Agent", "okhttp/4.9.2")
      .set("Content-Type", "application/json")
      .set("Authorization", `Bearer ${user.token}`)
      .send(body)
      .expect(200);

  test("registers itself, reports, and reads its notifications", async () => {
    const registered = await fromPhone({
      operationName: "RegisterDevice",
      variables: { input: { token: "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]" } },
      query:
        "mutation RegisterDevice($input: RegisterNotificationToken!) { registerDevice(input: $input) { id __typename } }",
    });
    expect(registered.body.data.registerDevice).toEqual({ id: user.id, __typename: "User" });

    const reported = await fromPhone({
      operationName: "NewPosition",
      variables: { input: { latitude: 40.81, longitude: 14.29, movingActivity: "ON_FOOT" } },
      query:
        "mutation NewPosition($input: PositionInput!) { newPosition(input: $input) { id userId createdAt latitude longitude movingActivity __typename } }",
    });
    expect(reported.body.data.newPosition).toMatchObject({
      userId: user.id,
      __typename: "Position",
    });

    const read = await fromPhone({
      operationName: "Notifications",
      variables: { seen: false, limit: 10, offset: 0 },
      query:
        "query Notifications($seen: Boolean, $limit: Int, $offset: Int) { notifications(seen: $seen, limit: $limit, offset: $offset) { id level seen alert { id text1 text2 text3 __typename } __typename } }",
    });
    expect(read.body.data.notifications).toMatchObject([
      { level: "ONE", seen: false, alert: { text1: "One", __typename: "Alert" } },
    ]);

    const [{ id }] = read.body.data.notifications;
    const seen = await fromPhone({
      operationName: "NotificationUpdate",
      variables: { input: { id, seen: true } },
      query:
        "mutation NotificationUpdate($input: NotificationUpdateInput!) { notificationUpdate(input: $input) { id seen __typename } }",
    });
    expect(seen.body.data.notificationUpdate).toEqual({
      id,
      seen: true,
      __typename: "Notification",
    });
  });
});
