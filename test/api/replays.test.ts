import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { context, sideEffect } from "postgraphile/grafast";
import supertest from "supertest";
import { makeTokens } from "../../src/auth/tokens.ts";
import { makePreset } from "../../src/graphile.config.ts";
import { CONSTRAINT_MESSAGES } from "../../src/graphql/errors/database-errors.ts";
import { makeApp } from "../../src/http/app.ts";
import {
  type Answer,
  refusals,
  startTestService,
  type TestService,
  type TestUser,
} from "../helpers/service.ts";

let service: TestService;
/** Hosts on the service's database of which it is known when Grafast runs an operation; the second has a plugin more. */
let hosts: { server: Server; release: () => Promise<void> }[];
let planned = 0;
let rita: TestUser;
let otto: TestUser;

const CountPlansPlugin: GraphileConfig.Plugin = {
  name: "CountPlansPlugin",
  grafast: {
    middleware: {
      establishOperationPlan(next) {
        planned += 1;
        return next();
      },
    },
  },
};

/** Has the list of users look at who asks, outside of the database. */
const LookAtIdentityPlugin: GraphileConfig.Plugin = {
  name: "LookAtIdentityPlugin",
  after: ["PlainListsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, { scope }) {
        const { plan } = field;
        if (!scope.isRootQuery || scope.fieldName !== "users" || !plan) return field;
        return {
          ...field,
          plan($parent, args, info) {
            sideEffect(context().get("identity"), (identity) => {
              if (identity?.userId === barred) throw new Error("barred");
            });
            return plan($parent, args, info);
          },
        };
      },
    },
  },
};
let barred: number | undefined;

async function ask(
  query: string,
  variables: object = {},
  as?: TestUser,
  host = 0,
): Promise<Answer> {
  const address = hosts[host]?.server.address() as AddressInfo;
  const request = supertest(`http://localhost:${address.port}`)
    .post("/graphql")
    .send({ query, variables });
  if (as) request.set("Authorization", `Bearer ${as.token}`);
  return (await request.expect(200)).body;
}

/** Asks; tells whether Grafast ran it too. */
async function askCounting(query: string, variables?: object, as?: TestUser, host = 0) {
  planned = 0;
  const answer = await ask(query, variables, as, host);
  return { ...answer, byGrafast: planned > 0 };
}

beforeAll(async () => {
  service = await startTestService();
  const { rows } = await service.owner.query<{ name: string; message: string }>(
    CONSTRAINT_MESSAGES,
  );
  const tokens = makeTokens(service.config.jwtSecret as string, 1000);
  const preset = makePreset({
    pool: service.database.hostPool,
    tokens,
    constraintMessages: new Map(rows.map(({ name, message }) => [name, message])),
    isProduction: true,
    log: () => {},
  });
  hosts = await Promise.all(
    [[], [LookAtIdentityPlugin]].map(async (extra) => {
      const { app, release } = await makeApp({
        config: { allowedOrigins: "*" } as never,
        database: service.database,
        tokens,
        log: () => {},
        preset: { extends: [preset], plugins: [CountPlansPlugin, ...extra] },
        isEnding: () => false,
      });
      const server = createServer(app);
      await new Promise<void>((resolve) => server.listen(0, resolve));
      return { server, release };
    }),
  );
  rita = await service.newUser();
  otto = await service.newUser();
});
afterAll(async () => {
  for (const { server, release } of hosts) {
    await new Promise((resolve) => server.close(resolve));
    await release();
  }
  await service.stop();
});

const REPORT = `mutation ($input: PositionInput!) {
  newPosition(input: $input) { id userId latitude longitude accuracy takenAt movingActivity }
}`;
const HERE = { latitude: 0.005, longitude: 0.005, movingActivity: "WALKING" };
const POSITIONS = "query ($limit: Int64) { positions(limit: $limit) { id userId takenAt } }";

describe("a mutation", () => {
  beforeEach(async () => {
    await ask(REPORT, { input: HERE }, rita);
  });

  test("is run without Grafast from the second time on, for whoever asks", async () => {
    const { data, errors, byGrafast } = await askCounting(
      REPORT,
      { input: { ...HERE, latitude: -12.5, movingActivity: "IN_VEHICLE" } },
      otto,
    );
    expect([errors, byGrafast]).toEqual([undefined, false]);
    expect(data.newPosition).toEqual({
      id: expect.any(Number),
      userId: otto.id,
      latitude: -12.5,
      longitude: 0.005,
      accuracy: null,
      takenAt: expect.any(Number),
      movingActivity: "IN_VEHICLE",
    });
    const { rows } = await service.owner.query(
      "select user_id, latitude, moving_activity from app_public.positions where id = $1",
      [data.newPosition.id],
    );
    expect(rows).toEqual([{ user_id: otto.id, latitude: -12.5, moving_activity: "IN_VEHICLE" }]);
  });

  test("with other fields is learnt by itself, and takes them", async () => {
    const takenAt = Math.floor(Date.now() / 1000) - 60;
    for (const [byGrafast, fields] of [
      [true, { accuracy: 12.5, takenAt }],
      [false, { accuracy: 0.25, takenAt: takenAt + 1 }],
      [true, { accuracy: null, takenAt }],
      [false, { accuracy: null, takenAt: takenAt + 2 }],
      // A decimal string is another shape of an Int64.
      [true, { accuracy: 1, takenAt: String(takenAt) }],
      [false, { accuracy: 2, takenAt: String(takenAt + 3) }],
    ] as const) {
      const answer = await askCounting(REPORT, { input: { ...HERE, ...fields } }, rita);
      expect(answer.data.newPosition).toMatchObject({
        accuracy: fields.accuracy,
        takenAt: Number(fields.takenAt),
      });
      expect(answer.byGrafast).toBe(byGrafast);
    }
  });

  test.each([
    ["a latitude too far", { ...HERE, latitude: 91 }, "BAD_USER_INPUT at newPosition"],
    ["a moment to come", { ...HERE, takenAt: 9e12 }, "BAD_USER_INPUT at newPosition"],
    ["a text for a number", { ...HERE, latitude: "0.5" }, "BAD_USER_INPUT"],
    ["an unknown activity", { ...HERE, movingActivity: "FLYING" }, "BAD_USER_INPUT"],
    ["an unknown field", { ...HERE, altitude: 5 }, "BAD_USER_INPUT"],
    ["no input", undefined, "BAD_USER_INPUT"],
  ])("refuses %s as it did, and changes nothing", async (_what, input, refusal) => {
    const before = await service.contents();
    const first = await ask(REPORT, { input }, rita);
    const second = await ask(REPORT, { input }, rita);
    expect([refusals(first), refusals(second)]).toEqual([[refusal], [refusal]]);
    expect(second).toEqual(first);
    // Grafast words it the same, where it has never seen the operation.
    expect(await ask(`${REPORT} # ${_what}`, { input }, rita)).toEqual(first);
    expect(await service.contents()).toEqual(before);
  });

  test("needs a token that still holds", async () => {
    expect(refusals(await ask(REPORT, { input: HERE }))).toEqual([
      "UNAUTHENTICATED at newPosition",
    ]);
    const leaving = await service.newUser();
    expect((await ask(REPORT, { input: HERE }, leaving)).errors).toBeUndefined();
    await service.owner.query(
      "update app_private.user_credentials set token_version = token_version + 1 where user_id = $1",
      [leaving.id],
    );
    const answer = await askCounting(REPORT, { input: HERE }, leaving);
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at newPosition"]);
    expect([answer.data, answer.byGrafast]).toEqual([{ newPosition: null }, false]);
  });
});

describe("a query", () => {
  test("is run without Grafast where operation and variables are the same", async () => {
    await ask(REPORT, { input: HERE }, rita);
    const first = await askCounting(POSITIONS, { limit: 2 }, service.admin);
    const second = await askCounting(POSITIONS, { limit: 2 }, service.admin);
    const other = await askCounting(POSITIONS, { limit: 1 }, service.admin);
    expect([first.byGrafast, second.byGrafast, other.byGrafast]).toEqual([true, false, true]);
    expect(second.data).toEqual(first.data);
    expect(other.data.positions).toEqual(first.data.positions.slice(0, 1));
  });

  test("finds what is there now", async () => {
    await ask(POSITIONS, { limit: 3 }, service.admin);
    const { data } = await ask(REPORT, { input: HERE }, rita);
    const { data: after } = await ask(POSITIONS, { limit: 3 }, service.admin);
    expect(after.positions[0].id).toBe(data.newPosition.id);
  });

  test("is for whoever asks: their role, their rows", async () => {
    const points = [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0.01 },
      { latitude: 0.01, longitude: 0.01 },
    ];
    await ask(REPORT, { input: HERE }, rita);
    await ask(REPORT, { input: HERE }, otto);
    await service.graphql(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { points, text1: '"1"', text2: "2", text3: "3" } },
      service.admin,
    );
    const OWN = "{ notifications(limit: 5) { id userId level alert { text1 } } }";
    const [hers, hersAgain, his] = [
      await askCounting(OWN, {}, rita),
      await askCounting(OWN, {}, rita),
      await askCounting(OWN, {}, otto),
    ];
    expect([hers.byGrafast, hersAgain.byGrafast, his.byGrafast]).toEqual([true, false, false]);
    expect(hersAgain.data).toEqual(hers.data);
    expect(hers.data.notifications).toMatchObject([{ userId: rita.id, alert: { text1: '"1"' } }]);
    expect(his.data.notifications).toMatchObject([{ userId: otto.id, alert: { text1: '"1"' } }]);
    const nobody = await askCounting(OWN, {});
    expect(nobody).toEqual({ ...(await ask(`${OWN} # anew`)), byGrafast: false });
    const late = await service.newUser();
    expect((await ask(OWN, {}, late)).data).toEqual({ notifications: [] });
  });

  test("of administrators is refused to others, learnt or not", async () => {
    const USERS = "{ users(limit: 3) { id email } }";
    await ask(USERS, {}, service.admin);
    expect((await askCounting(USERS, {}, service.admin)).byGrafast).toBe(false);
    for (const as of [rita, undefined]) {
      const answer = await askCounting(USERS, {}, as);
      expect(refusals(answer)).toEqual([as ? "FORBIDDEN at users" : "UNAUTHENTICATED at users"]);
      expect(answer).toEqual({ ...(await ask(`${USERS} # anew`, {}, as)), byGrafast: false });
    }
  });

  test("with several fields, or several statements, stays Grafast's", async () => {
    for (const query of ["{ a: alerts { id } b: alerts { id } }", "{ apiVersion }"]) {
      await ask(query, {}, rita);
      expect((await askCounting(query, {}, rita)).byGrafast).toBe(true);
    }
  });

  test("that looks at the request outside of the database stays Grafast's", async () => {
    const USERS = "{ users(limit: 2) { id } }";
    const askTheOther = () => askCounting(USERS, {}, service.admin, 1);
    expect(await askTheOther()).toMatchObject({ byGrafast: true, data: { users: [{}, {}] } });
    expect((await askTheOther()).byGrafast).toBe(true);
    barred = service.admin.id;
    expect((await askTheOther()).data).toEqual({ users: null });
    barred = undefined;
  });

  test("at once with others is answered its own", async () => {
    const limits = Array.from({ length: 60 }, (_, index) => (index % 6) + 1);
    const answers = await Promise.all(
      limits.map((limit) =>
        ask("query q($limit: Int64) { positions(limit: $limit) { id } }", { limit }, service.admin),
      ),
    );
    const { data } = await ask("{ positions(limit: 6) { id } }", {}, service.admin);
    for (const [index, answer] of answers.entries()) {
      expect(answer.data.positions).toEqual(data.positions.slice(0, limits[index]));
    }
  });
});
