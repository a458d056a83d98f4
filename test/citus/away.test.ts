import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Node } from "../helpers/cluster.ts";
import { isCluster } from "../helpers/database.ts";
import {
  type Answer,
  startTestService,
  type TestService,
  type TestUser,
} from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { cutOff, nodeOf } from "./cut-off.ts";

const REPORT = `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`;
const PLACE = { latitude: 30.85, longitude: 34.25, movingActivity: "STILL" };
const AREA = [
  [30.8, 34.2],
  [30.8, 34.3],
  [30.9, 34.3],
  [30.9, 34.2],
].map(([latitude, longitude]) => ({ latitude, longitude }));

(isCluster ? describe : describe.skip)("while a worker node is away (CITUS_DATABASE_URL)", () => {
  let service: TestService;
  /** Users of the node that goes away, and users of the other nodes. */
  let away: TestUser[];
  let near: TestUser[];
  let node: Node;
  let comeBack: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    service = await startTestService();
    const users = await service.newUsers(24);
    const nodes = await Promise.all(users.map(({ id }) => nodeOf(service.owner, id)));
    node = nodes[0] as Node;
    away = users.filter((_user, index) => nodes[index]?.port === node.port);
    near = users.filter((_user, index) => nodes[index]?.port !== node.port);
    for (const user of [...away, ...near]) expect((await ask(REPORT, user)).errors).toBeUndefined();
  }, 300_000);
  afterEach(async () => {
    await comeBack?.();
    comeBack = undefined;
  });
  afterAll(() => service?.stop());

  /** Completes a publication, as its job does: chunk by chunk, and again after a failure. */
  async function complete(alertId: number): Promise<void> {
    const chunk = "select app_private.publish_chunk($1) as done";
    await until(() =>
      service.owner.query(chunk, [alertId]).then(
        ({ rows }) => rows[0].done,
        () => false,
      ),
    );
  }
  /** Sends a request. Unlike in other tests, the answer need not have the status 200. */
  async function ask(
    query: string,
    { token }: { token: string },
    variables: object = { input: PLACE },
  ) {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  }
  const goAway = async () => {
    comeBack = await cutOff(node, new URL(service.config.databaseUrl as string).pathname.slice(1));
  };
  const codes = ({ errors = [] }: Answer) => errors.map(({ extensions }) => extensions.code);

  test("users can log out, and reports are then refused on other nodes at once, and on that one when it is back", async () => {
    const [gone, stays] = [away[0] as TestUser, near[0] as TestUser];
    await goAway();
    expect((await ask("mutation { logout { id } }", stays)).errors).toBeUndefined();
    expect((await ask("mutation { logout { id } }", gone)).errors).toBeUndefined();
    expect(codes(await ask(REPORT, stays))).toEqual(["UNAUTHENTICATED"]);
    await comeBack?.();
    expect(codes(await ask(REPORT, gone))).toEqual(["UNAUTHENTICATED"]);
    expect(codes(await ask(REPORT, stays))).toEqual(["UNAUTHENTICATED"]);
  });

  test("administrators can end the sessions of other users", async () => {
    const [gone, stays] = [away[1] as TestUser, near[1] as TestUser];
    await goAway();
    for (const { id } of [gone, stays]) {
      const answer = await ask(
        `mutation ($id: Int!) { userPasswordReset(id: $id, input: { password1: "reset password", password2: "reset password" }) { id } }`,
        service.admin,
        { id },
      );
      expect(answer.errors).toBeUndefined();
    }
    expect(codes(await ask(REPORT, stays))).toEqual(["UNAUTHENTICATED"]);
    await comeBack?.();
    expect(codes(await ask(REPORT, gone))).toEqual(["UNAUTHENTICATED"]);
  });

  test("users of the other nodes can log in and report", async () => {
    const { email, password } = near[2] as TestUser;
    await goAway();
    const again = await service.login(email, password);
    expect((await ask(REPORT, again)).errors).toBeUndefined();
  });

  test("a new alert is stored although the request fails, and everyone is notified when the node is back", async () => {
    const people = [away[2] as TestUser, near[2] as TestUser];
    const publish = () =>
      ask("mutation ($input: AlertInput!) { newAlert(input: $input) { id } }", service.admin, {
        input: {
          points: AREA,
          text1: "Leave.",
          text2: "Ready.",
          text3: "Stay.",
          idempotencyKey: "once",
        },
      });
    await goAway();
    expect((await publish()).errors).toHaveLength(1);
    const { rows } = await service.owner.query(
      "select a.id, p.completed_at from app_public.alerts a join app_private.publications p on p.alert_id = a.id",
    );
    expect(rows).toEqual([{ id: expect.any(Number), completed_at: null }]);
    await comeBack?.();
    // Each connection of the coordinator to the node may fail once more.
    await until(publish, ({ errors }) => errors === undefined);
    await complete(rows[0].id);
    for (const user of people) {
      const { data } = await until(
        () => ask("{ notifications { kind level } }", user),
        ({ errors }) => errors === undefined,
      );
      expect(data.notifications).toEqual([{ kind: "ALERT", level: "ONE" }]);
    }
  });

  test("a new alert notifies late entries on the other nodes at once, and nobody twice when the node is back", async () => {
    const [stays, gone] = [near[3] as TestUser, away[3] as TestUser];
    const at = (latitude: number) => ({ input: { ...PLACE, latitude } });
    const told = async (user: TestUser) =>
      (
        await service.owner.query(
          "select n.kind, n.level from app_public.notifications n where n.user_id = $1 and n.alert_id = $2",
          [user.id, id],
        )
      ).rows;
    for (const user of [stays, gone]) {
      await until(
        () => ask(REPORT, user, at(60)),
        ({ errors }) => errors === undefined,
      );
    }
    await goAway();
    const points = AREA.map((point) => ({ ...point, latitude: Number(point.latitude) + 2 }));
    const input = { points, text1: "Leave.", text2: "Ready.", text3: "Stay." };
    await ask("mutation ($input: AlertInput!) { newAlert(input: $input) { id } }", service.admin, {
      input,
    });
    const { rows: alerts } = await service.owner.query(
      "select max(id) as id from app_public.alerts",
    );
    const id: number = alerts[0].id;
    // In, and out again before the node is back.
    for (const latitude of [32.85, 60, 32.85, 60]) {
      expect((await ask(REPORT, stays, at(latitude))).errors).toBeUndefined();
    }
    expect(await told(stays)).toEqual([{ kind: "ALERT", level: "ONE" }]);
    await comeBack?.();
    await complete(id);
    for (const latitude of [32.85, 60]) {
      for (const user of [stays, gone]) {
        await until(
          () => ask(REPORT, user, at(latitude)),
          ({ errors }) => errors === undefined,
        );
      }
    }
    expect(await told(stays)).toEqual([{ kind: "ALERT", level: "ONE" }]);
    expect(await told(gone)).toEqual([{ kind: "ALERT", level: "ONE" }]);
    const { rows } = await service.owner.query("select from app_private.uncopied_alerts");
    expect(rows).toEqual([]);
    await service.owner.query(
      "update app_public.alerts set active = false, expires_at = now() where id = $1",
      [id],
    );
  });

  test("an alert can be cancelled, and the users of that node get the all-clear when it is back", async () => {
    const { rows } = await service.owner.query("select id from app_public.alerts where active");
    const id = rows[0].id;
    await goAway();
    await ask(
      `mutation ($id: Int!) { alertCancel(id: $id, text: "It is over.") { id } }`,
      service.admin,
      { id },
    );
    const { rows: active } = await service.owner.query(
      "select id from app_public.alerts where active",
    );
    expect(active).toEqual([]);
    await comeBack?.();
    await complete(id);
    const { data } = await ask("{ notifications { kind } }", away[2] as TestUser);
    expect(data.notifications).toEqual([{ kind: "ALL_CLEAR" }, { kind: "ALERT" }]);
  });
});
