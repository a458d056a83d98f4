/** @database server */
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { publish } from "../live/scene.ts";

const service = runTestService();
let rita: TestUser;
let otto: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
  otto = await service.newUser();
});

const REPORT = `mutation ($input: PositionInput!) {
  newPosition(input: $input) { id userId latitude longitude accuracy takenAt movingActivity }
}`;
const HERE = { latitude: 0.005, longitude: 0.005, movingActivity: "WALKING" };
// A directive sends the same request over Grafast.
const REPORT_BY_GRAFAST = REPORT.replace("{ id", "@include(if: true) { id");

/** Returns the first answer to a document, by Grafast, and the second, by the fast path. */
async function askTwice(query: string, variables?: object, as?: TestUser) {
  return [
    await service.graphql(query, variables, as),
    await service.graphql(query, variables, as),
  ] as const;
}

describe("newPosition", () => {
  beforeEach(async () => {
    await askTwice(REPORT, { input: HERE }, rita);
  });

  test("stores a position of the user who asks, with the values given", async () => {
    const takenAt = Math.floor(Date.now() / 1000) - 60;
    for (const fields of [
      { accuracy: 12.5, takenAt },
      { accuracy: null, takenAt: String(takenAt + 1) },
      { latitude: -12.5, movingActivity: "IN_VEHICLE" },
    ]) {
      const { data } = await service.graphql(REPORT, { input: { ...HERE, ...fields } }, otto);
      const { takenAt: taken = expect.any(Number) as never, ...given } = { ...HERE, ...fields };
      expect(data.newPosition).toEqual({
        id: expect.any(Number),
        userId: otto.id,
        accuracy: null,
        ...given,
        takenAt: typeof taken === "string" ? Number(taken) : taken,
      });
      const { rows } = await service.owner.query(
        "select user_id, latitude, moving_activity from app_public.positions where id = $1",
        [data.newPosition.id],
      );
      expect(rows).toEqual([
        { user_id: otto.id, latitude: given.latitude, moving_activity: given.movingActivity },
      ]);
    }
  });

  test.each([
    ["a latitude too far", { ...HERE, latitude: 91 }, "BAD_USER_INPUT at newPosition"],
    ["a moment to come", { ...HERE, takenAt: 9e12 }, "BAD_USER_INPUT at newPosition"],
    ["a text for a number", { ...HERE, latitude: "0.5" }, "BAD_USER_INPUT"],
    ["an unknown activity", { ...HERE, movingActivity: "FLYING" }, "BAD_USER_INPUT"],
    ["an unknown field", { ...HERE, altitude: 5 }, "BAD_USER_INPUT"],
    ["no input", undefined, "BAD_USER_INPUT"],
  ])("refuses %s as Grafast does, and changes nothing", async (_what, input, refusal) => {
    const before = await service.contents();
    const [first, second] = await askTwice(REPORT, { input }, rita);
    expect([refusals(first), refusals(second)]).toEqual([[refusal], [refusal]]);
    expect(second).toEqual(first);
    const byGrafast = await service.graphql(REPORT_BY_GRAFAST, { input }, rita);
    expect(byGrafast.errors?.map(({ message }) => message)).toEqual(
      first.errors?.map(({ message }) => message),
    );
    expect(await service.contents()).toEqual(before);
  });

  test("refuses null for a variable with a default, as Grafast does", async () => {
    const query = `mutation ($input: PositionInput = { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) {
      newPosition(input: $input) { id } }`;
    const [first, second] = await askTwice(query, {}, rita);
    for (const { data } of [first, second]) {
      expect(data).toEqual({ newPosition: { id: expect.any(Number) } });
    }
    const refused = await service.graphql(query, { input: null }, rita);
    const byGrafast = query.replace("{ id }", "{ id @include(if: true) }");
    const other = await service.graphql(byGrafast, { input: null }, rita);
    expect(refusals(refused)).toEqual(["BAD_USER_INPUT"]);
    expect(refused.errors?.map(({ message }) => message)).toEqual(
      other.errors?.map(({ message }) => message),
    );
  });

  test("writes nothing if a directive leaves it out, also after a request that included it", async () => {
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const query = `mutation order${order[0]} ($input: PositionInput!, $go: Boolean!) {
        newPosition(input: $input) @include(if: $go) { id latitude @skip(if: $go) } }`;
      for (const go of order) {
        const before = await service.contents();
        const { data } = await service.graphql(query, { input: HERE, go }, rita);
        expect(data).toEqual(go ? { newPosition: { id: expect.any(Number) } } : {});
        if (!go) expect(await service.contents()).toEqual(before);
      }
    }
  });

  test("is refused without a token, and with one whose session has ended", async () => {
    const leaving = await service.newUser();
    expect(refusals(await service.graphql(REPORT, { input: HERE }))).toEqual([
      "UNAUTHENTICATED at newPosition",
    ]);
    expect((await service.graphql(REPORT, { input: HERE }, leaving)).errors).toBeUndefined();
    await service.owner.query("delete from app_public.sessions where user_id = $1", [leaving.id]);
    const answer = await service.graphql(REPORT, { input: HERE }, leaving);
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at newPosition"]);
    expect(answer.data).toEqual({ newPosition: null });
  });
});

describe("a query", () => {
  test("for one list under two aliases gets both", async () => {
    await publish(service);
    for (const list of ["alerts", "users", "positions"]) {
      const query = `{ a: ${list}(limit: 1) { id } b: ${list}(limit: 1) { id } }`;
      const { data } = await service.graphql(query, {}, service.admin);
      expect(data).toEqual({ a: [{ id: expect.any(Number) }], b: data.a });
    }
  });

  test("that is repeated finds a position added meanwhile", async () => {
    const query = "{ positions(limit: 3) { id } }";
    await askTwice(query, {}, service.admin);
    const { data } = await service.graphql(REPORT, { input: HERE }, rita);
    const { data: after } = await service.graphql(query, {}, service.admin);
    expect(after.positions[0].id).toBe(data.newPosition.id);
  });

  test("gets an answer with multi-byte characters whole", async () => {
    const { errors } = await service.graphql(
      'mutation ($id: Int!) { userEdit(id: $id, input: { name: "Zoë 🌊" }) { id } }',
      { id: rita.id },
      rita,
    );
    expect(errors).toBeUndefined();
    const [first, second] = await askTwice("{ users(limit: 50) { name } }", {}, service.admin);
    expect(second).toEqual(first);
    expect(second.data.users).toContainEqual({ name: "Zoë 🌊" });
  });

  test("gives each user their own rows", async () => {
    for (const user of [rita, otto]) await service.graphql(REPORT, { input: HERE }, user);
    await publish(service);
    const query = "{ notifications(limit: 5) { id userId level alert { text1 } } }";
    const [first, second] = await askTwice(query, {}, rita);
    expect(second).toEqual(first);
    expect(first.data.notifications[0]).toMatchObject({ userId: rita.id });
    const [his] = await askTwice(query, {}, otto);
    expect(his.data.notifications[0]).toMatchObject({ userId: otto.id });
    expect(refusals(await service.graphql(query))).toEqual(["UNAUTHENTICATED"]);
    const late = await service.newUser();
    expect((await service.graphql(query, {}, late)).data).toEqual({ notifications: [] });
  });

  test("for administrators is refused to others", async () => {
    const query = "{ users(limit: 3) { id email } }";
    await askTwice(query, {}, service.admin);
    for (const [as, code] of [
      [rita, "FORBIDDEN"],
      [undefined, "UNAUTHENTICATED"],
    ] as const) {
      expect(refusals(await service.graphql(query, {}, as))).toEqual([`${code} at users`]);
    }
  });

  test("gets fields under the aliases that it asks for", async () => {
    await publish(service);
    const query = "{ newest: alerts(limit: 1) { it: id first: text1 writer: user { id } } }";
    // The policies hide the writer from users.
    const [first, second] = await askTwice(query, {}, rita);
    expect(first.data.newest).toEqual([{ it: expect.any(Number), first: "Leave.", writer: null }]);
    expect(second).toEqual(first);
  });

  test("with a negative limit or offset is refused", async () => {
    const query =
      "query ($limit: Int64, $offset: Int64) { alerts(limit: $limit, offset: $offset) { id } }";
    await askTwice(query, { limit: 1, offset: 0 }, rita);
    for (const page of [
      { limit: -1, offset: 0 },
      { limit: 1, offset: -1 },
    ]) {
      expect(refusals(await service.graphql(query, page, rita))).toEqual([
        "BAD_USER_INPUT at alerts",
      ]);
    }
  });

  test("with another argument gets the rows of that argument", async () => {
    const [one, two] = [await publish(service), await publish(service)];
    const query = "query ($id: Int) { alerts(limit: 5, id: $id) { id } }";
    for (const id of [one, two, one]) {
      expect((await service.graphql(query, { id }, rita)).data).toEqual({ alerts: [{ id }] });
    }
  });

  test("sent with many others at once gets its own answer", async () => {
    const query = "query ($limit: Int64) { positions(limit: $limit) { id } }";
    const limits = Array.from({ length: 60 }, (_, index) => (index % 6) + 1);
    const { data } = await service.graphql(query, { limit: 6 }, service.admin);
    const answers = await Promise.all(
      limits.map((limit) => service.graphql(query, { limit }, service.admin)),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer.data.positions).toEqual(data.positions.slice(0, limits[index]));
    }
  });
});

describe("although the fast path knows the query, grafserv answers", () => {
  const body = { query: "{ apiVersion }" };
  test.each([
    ["a body that is no JSON", "{", 400],
    ["a list", JSON.stringify([body]), 400],
    ["a query that is no text", JSON.stringify({ query: 1 }), 400],
    ["variables that are a list", JSON.stringify({ ...body, variables: [] }), 400],
    ["an operation's name that is a number", JSON.stringify({ ...body, operationName: 1 }), 400],
    ["extensions", JSON.stringify({ ...body, extensions: {} }), 200],
    ["onError", JSON.stringify({ ...body, onError: "NULL" }), 200],
  ])("%s", async (_what, text, status) => {
    await askTwice(body.query);
    const { status: answered } = await supertest(service.url)
      .post("/graphql")
      .set("Content-Type", "application/json")
      .send(text);
    expect(answered).toBe(status);
  });

  test("a body of the type text/plain", async () => {
    await askTwice(body.query);
    await supertest(service.url)
      .post("/graphql")
      .set("Content-Type", "text/plain")
      .send(JSON.stringify(body))
      .expect(415);
  });
});
