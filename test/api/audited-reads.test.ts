/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { PEOPLE_FIELDS } from "../../src/graphql/audit/people-fields.ts";
import { runTestService, startTestService, type TestUser } from "../helpers/service.ts";
import { open } from "../live/client.ts";
import { publish, report } from "../live/scene.ts";

describe.each(["true", "false"])("with FAST_PATH=%s", (fastPath) => {
  const service = runTestService({ FAST_PATH: fastPath });
  let user: TestUser;
  let alertId: number;
  beforeAll(async () => {
    user = await service.newUser();
    await report(service, user);
    alertId = await publish(service);
  });

  async function ask(
    query: string,
    variables?: object,
    as: TestUser = service.admin,
    operationName?: string,
  ) {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        authorization: `Bearer ${as.token}`,
      },
      body: JSON.stringify({ query, variables, operationName }),
    });
    const requestId = response.headers.get("x-request-id");
    return { requestId, answer: (await response.json()) as { data: unknown; errors?: unknown } };
  }

  /** Returns the entry of a request, read right after the answer. */
  async function entryOf(requestId: string | null) {
    const { rows } = await service.owner.query(
      `select actor_id, object_type, object_id::int, facts from app_public.audit_entries
        where action = 'PEOPLE_READ' and request_id = $1`,
      [requestId],
    );
    return rows;
  }

  test.each([
    ["{ users { id } }", "Query.users"],
    ["{ usersConnection { totalCount } }", "Query.usersConnection"],
    ["{ usersOverview { id } }", "Query.usersOverview"],
    ["{ positions(limit: 1) { latitude } }", "Query.positions"],
    [
      "{ positionsConnection { aggregates { average { latitude } } } }",
      "Query.positionsConnection",
    ],
    ["{ lastPositions { latitude user { name } } }", "Query.lastPositions"],
    ["{ notificationsConnection { totalCount } }", "Query.notificationsConnection"],
    ["{ alerts { notifications { latitude } } }", "Alert.notifications"],
    [
      "{ a: alerts { ...F } } fragment F on Alert { ... { b: notifications { id } } }",
      "Alert.notifications",
    ],
    ["query ($id: Int = 1) { notifications(id: $id) { id } }", "Query.notifications"],
  ])("%s writes one audit entry for each answer", async (query, field) => {
    // From the second time on, the request takes the fast path if it can.
    for (let i = 0; i < 3; i++) {
      const { requestId, answer } = await ask(query);
      expect(answer.errors).toBeUndefined();
      expect(await entryOf(requestId)).toEqual([
        {
          actor_id: service.admin.id,
          object_type: null,
          object_id: null,
          facts: { fields: [field] },
        },
      ]);
    }
  });

  test("an audit entry names the one person or alert that was read", async () => {
    const USER = "query ($id: Int!) { user(id: $id) { name } }";
    const WHY =
      "query ($id: Int!, $alert: Int!) { whyNotified(alertId: $alert, userId: $id) { rule } }";
    const TOLD = "query ($alert: Int) { notifications(alertId: $alert) { id } }";
    const KEYS = "query ($id: Int) { deviceKeys(userId: $id) { name } }";
    const TRACK =
      "query ($id: Int!) { positionsConnection(condition: { userId: $id }) { totalCount } }";
    for (const [query, type, id] of [
      [USER, "USER", user.id],
      [WHY, "USER", user.id],
      [TRACK, "USER", user.id],
      [KEYS, "USER", user.id],
      [TOLD, "ALERT", alertId],
    ] as const) {
      const { requestId, answer } = await ask(query, { id: user.id, alert: alertId });
      expect(answer.errors).toBeUndefined();
      expect(await entryOf(requestId)).toMatchObject([{ object_type: type, object_id: id }]);
    }
    const byDefault = "query ($id: Int! = 1) { user(id: $id) { name } }";
    const given = await ask(byDefault, { id: user.id });
    expect(await entryOf(given.requestId)).toMatchObject([{ object_id: user.id }]);
    const { requestId } = await ask(
      "query ($id: Int!) { a: user(id: $id) { id } b: user(id: 999999) { id } users { id } }",
      {
        id: user.id,
      },
    );
    expect(await entryOf(requestId)).toMatchObject([
      {
        object_type: null,
        facts: { fields: ["Query.user", "Query.users"], user_ids: [user.id, 999999] },
      },
    ]);
  });

  test("alertReach, and a mutation whose answer shows people, write audit entries", async () => {
    const points = [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([latitude, longitude]) => ({ latitude, longitude }));
    const input = { points, text1: "One.", text2: "Two.", text3: "Three." };
    const reach = await ask("query ($input: AlertInput!) { alertReach(input: $input) { one } }", {
      input,
    });
    expect(await entryOf(reach.requestId)).toMatchObject([
      { facts: { fields: ["Query.alertReach"] } },
    ]);
    const made = await ask(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { notifications { id } } }",
      { input },
    );
    expect(made.answer.errors).toBeUndefined();
    expect(await entryOf(made.requestId)).toMatchObject([
      { facts: { fields: ["Alert.notifications"] } },
    ]);
  });

  test("only the operation that operationName selects is recorded", async () => {
    const query = "query Mine { me { id } } query Others { users { id } }";
    for (const [name, fields] of [
      ["Mine", []],
      ["Others", [["Query.users"]]],
      ["Mine", []],
    ] as const) {
      const { requestId } = await ask(query, {}, service.admin, name);
      expect((await entryOf(requestId)).map(({ facts }) => facts.fields)).toEqual(fields);
    }
  });

  test("reads by ordinary users, and administrators' reads of their own data, write no audit entry", async () => {
    for (const [query, as] of [
      ["{ me { name } notifications { id alert { text1 user { name } } } }", service.admin],
      [`{ user(id: ${service.admin.id}) { name } }`, service.admin],
      ["query ($none: Int) { notifications(alertId: $none) { id } }", service.admin],
      ["{ deviceKeys { name } }", service.admin],
      [`{ deviceKeys(userId: ${service.admin.id}) { name } }`, service.admin],
      [
        "mutation { newPosition(input: { latitude: 1, longitude: 1, movingActivity: STILL }) { id } }",
        service.admin,
      ],
      ["{ alerts { notifications { id } } }", user],
      ["{ users { id } }", user],
    ] as const) {
      for (let i = 0; i < 2; i++) {
        const { requestId } = await ask(query, {}, as);
        expect(await entryOf(requestId)).toEqual([]);
      }
    }
  });

  test("an administrator who was promoted after the token was issued is recorded too", async () => {
    const promoted = await service.newUser();
    await service.owner.query("select app_public.user_rights($1, row(true, null))", [promoted.id]);
    const { requestId, answer } = await ask("{ users { id } }", {}, promoted);
    expect(answer.errors).toBeUndefined();
    expect(await entryOf(requestId)).toMatchObject([{ actor_id: promoted.id }]);
  });

  test("a request is not answered if its audit entry cannot be written", async () => {
    const query = "{ users { id } }";
    await ask(query);
    await service.owner.query(
      "alter table app_public.audit_entries add constraint refused check (action <> 'PEOPLE_READ') not valid",
    );
    for (let i = 0; i < 2; i++) {
      const { answer } = await ask(query);
      expect(answer.errors).toHaveLength(1);
      expect((answer.data as { users?: unknown } | null)?.users ?? null).toBeNull();
    }
    await service.owner.query("alter table app_public.audit_entries drop constraint refused");
  });

  test("a subscription is in the audit log by the time of its first result", async () => {
    const client = await open(service.url, service.admin);
    const followed = async () =>
      (
        await service.owner.query(
          "select actor_id, facts from app_public.audit_entries where action = 'PEOPLE_FOLLOWED'",
        )
      ).rows;
    const added = await client.subscribe("subscription { positionAdded { latitude } }");
    expect(await followed()).toEqual([]);
    await report(service, user);
    expect((await added.next()).errors).toBeUndefined();
    const entry = { actor_id: service.admin.id, facts: { fields: ["Subscription.positionAdded"] } };
    expect((await followed())[0]).toEqual(entry);
    added.stop();
    client.socket.close();
  });

  test("an ordinary user's subscription gets its events, and writes no audit entry", async () => {
    const client = await open(service.url, user);
    const told = await client.subscribe(
      "subscription { notificationAdded { alert { notifications { id } } } }",
    );
    await publish(service);
    expect((await told.next()).errors).toBeUndefined();
    const { rows } = await service.owner.query(
      "select from app_public.audit_entries where actor_id = $1 and action = 'PEOPLE_FOLLOWED'",
      [user.id],
    );
    expect(rows).toEqual([]);
    told.stop();
    client.socket.close();
  });
});

test("every field of the schema that shows people is audited, or is in the list of exceptions", async () => {
  const service = await startTestService();
  const { data } = await service.graphql(
    "{ __schema { types { kind name fields { name type { name ofType { name ofType { name ofType { name } } } } } } } }",
  );
  await service.stop();
  const PEOPLE =
    /^(User|UserOverview|UserConnection|Position|PositionConnection|LastPosition|LastPositionChange|DeviceKey|Notification|NotificationConnection|NotificationReason|AlertReach)$/;
  interface Type {
    name: string | null;
    ofType?: Type;
  }
  const nameOf = (type: Type): string => type.name ?? nameOf(type.ofType as Type);
  const showing = (
    data.__schema.types as { kind: string; name: string; fields: { name: string; type: Type }[] }[]
  )
    .filter(({ kind }) => kind === "OBJECT")
    .flatMap(({ name, fields }) =>
      fields
        .filter(({ type }) => PEOPLE.test(nameOf(type)))
        .map((field) => `${name}.${field.name}`),
    );
  const OTHERS = [
    // Fields about the user's own data.
    "Mutation.deviceKeyAdd",
    "Mutation.deviceUnregister",
    "Mutation.emailVerificationSend",
    "Mutation.logout",
    "Mutation.newPosition",
    "Mutation.newPositions",
    "Mutation.notificationUpdate",
    "Mutation.quietHoursEdit",
    "Mutation.quietHoursRemove",
    "Mutation.registerDevice",
    "Mutation.smsNumberAdd",
    "Mutation.userPasswordEdit",
    "Query.me",
    "Subscription.notificationAdded",
    // Changes that write entries of their own.
    "Mutation.deviceKeyRevoke",
    "Mutation.membershipRemove",
    "Mutation.membershipSet",
    "Mutation.newUser",
    "Mutation.userEdit",
    "Mutation.userPasswordReset",
    "Mutation.userRights",
    "Mutation.userTraining",
    // Fields within a subscription that is recorded.
    "LastPositionChange.lastPosition",
    // Fields that show administrators as authors or members.
    "Alert.user",
    "AlertTemplate.user",
    "AlertVersion.user",
    "HeldPublication.user",
    "Membership.user",
    "SavedArea.user",
    "SharedDraft.editor",
    "SharedDraft.user",
    // Fields below one that is audited or shows the user's own data.
    "LastPosition.user",
    "Notification.user",
    "NotificationConnection.nodes",
    "NotificationEdge.node",
    "PositionConnection.nodes",
    "PositionEdge.node",
    "UserConnection.nodes",
    "UserEdge.node",
  ];
  expect(showing.filter((name) => !OTHERS.includes(name)).sort()).toEqual(
    Object.keys(PEOPLE_FIELDS).sort(),
  );
});
