/** @database server */
import { request as httpRequest } from "node:http";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Fields } from "../../src/ops/log.ts";
import { runTestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { open } from "../live/client.ts";

/** An id that the service made: the process, and a number. */
const MADE = /^[\w-]{8}-[\da-z]+$/;
const REPORT =
  "mutation Report($input: PositionInput!) { newPosition(input: $input) { id latitude } }";
const POSITION = { latitude: 12.345678, longitude: 98.765432, movingActivity: "WALKING" };

const service = runTestService();
let rita: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
});

const lineOf = (id: string | null): Promise<Fields | undefined> =>
  until(() => service.requests.find(({ requestId }) => requestId === id));

/** Sends a request. Returns its line in the log. */
async function logged(path: string, init: RequestInit = {}): Promise<Fields> {
  const response = await fetch(`${service.url}${path}`, init);
  await response.arrayBuffer();
  return (await lineOf(response.headers.get("x-request-id"))) as Fields;
}
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });

describe("a request over HTTP has a line in the log", () => {
  test.each(["Grafast", "the fast path"])(
    "with user, operation and duration, if executed by %s",
    async () => {
      const body = { query: REPORT, variables: { input: POSITION } };
      expect(await logged("/graphql", post(body, as(rita)))).toEqual({
        level: "info",
        requestId: expect.stringMatching(MADE),
        userId: rita.id,
        transport: "http",
        operation: "newPosition",
        name: "Report",
        backend: expect.any(Number),
        ms: expect.any(Number),
        outcome: "ok",
        status: 200,
      });
    },
  );

  test("with the names of all its root fields, also those in fragments", async () => {
    const query = "query { a: apiVersion ...More } fragment More on Query { apiVersion me { id } }";
    const line = await logged("/graphql", post({ query }, as(rita)));
    expect(line).toMatchObject({ operation: "apiVersion me", outcome: "ok" });
  });

  test.each([
    ["UNAUTHENTICATED", { query: "{ me { id } }" }],
    // The fast path answers this one, because it knows the document by now.
    ["UNAUTHENTICATED", { query: REPORT, variables: { input: POSITION } }],
    ["BAD_USER_INPUT", { query: "{ nothing }" }],
    ["BAD_USER_INPUT", { query: "{ alerts(limit: -1) { id } }" }],
    ["400", "no JSON"],
  ])("with the outcome %s for %j", async (outcome, body) => {
    expect(await logged("/graphql", post(body))).toMatchObject({ outcome });
  });

  test("with the outcome of an internal error, whose own line has the same id", async () => {
    await service.owner.query("alter table app_public.alerts rename to gone");
    try {
      const id = "fault-1";
      const body = { query: "{ alerts { id } }" };
      const line = await logged("/graphql", post(body, { ...as(rita), "x-request-id": id }));
      expect(line).toMatchObject({ outcome: "INTERNAL_SERVER_ERROR", requestId: id });
      expect(service.errors).toContainEqual({ level: "error", requestId: id });
    } finally {
      await service.owner.query("alter table app_public.gone rename to alerts");
    }
  });

  test.each([
    ["/healthz", "debug", "/healthz", "ok"],
    // A busy machine may not be ready.
    ["/readyz?x=1", "debug", "/readyz", expect.stringMatching(/^(ok|503)$/)],
    ["/alerts/1/audio/1.mp3?v=secret", "info", "/alerts", "UNAUTHENTICATED"],
    ["/.well-known/jwks.json", "info", "/.well-known/jwks.json", "ok"],
    ["/console/config.json", "info", "/console", "ok"],
    ["/export/person/secret", "info", "/export", "UNAUTHENTICATED"],
    ["/?secret", "info", "/", expect.stringMatching(/^(ok|503)$/)],
    ["/graphiql?secret", "info", "/graphiql", expect.stringMatching(/^(ok|404)$/)],
    ["/console/secret", "info", "/console", expect.stringMatching(/^(404|503)$/)],
    ["/join/secret/secret", "info", "/join", "404"],
    ["/assets/secret", "info", "/assets", expect.stringMatching(/^(404|503)$/)],
    ["/positions/owntracks/secret", "info", "/positions/owntracks", "BAD_USER_INPUT"],
    ["/positions/osmand?id=secret", "info", "/positions/osmand", "UNAUTHENTICATED"],
    ["/positions/overland", "info", "/positions/overland", "BAD_USER_INPUT"],
    ["/positions/secret", "info", "other", "404"],
    ["/secret/path", "info", "other", "404"],
    ["/graphqlsecret", "info", "other", "404"],
  ])("for %s at level %s, with the operation %s", async (path, level, operation, outcome) => {
    expect(await logged(path)).toMatchObject({ level, operation, outcome });
  });

  test("for a preflight, at level debug", async () => {
    const line = await logged("/graphql", { method: "OPTIONS" });
    expect(line).toMatchObject({ level: "debug", operation: "/graphql", outcome: "ok" });
  });

  test("if the client leaves before the answer", async () => {
    const half = httpRequest(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-length": 100, "x-request-id": "left-1", expect: "100-continue" },
    });
    half.on("error", () => {});
    half.on("continue", () => half.destroy());
    half.flushHeaders();
    expect(await lineOf("left-1")).toMatchObject({ outcome: "aborted" });
  });
});

describe("the id of a request", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  test.each([
    [{ "x-request-id": "a.proxy:1/2+3=_-@" }, "a.proxy:1/2+3=_-@"],
    [{ traceparent: `00-${trace}-00f067aa0ba902b7-01` }, trace],
    [{ "x-request-id": "mine", traceparent: `00-${trace}-00f067aa0ba902b7-01` }, "mine"],
    [{ traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` }, expect.stringMatching(MADE)],
    [{ "x-request-id": "two words" }, expect.stringMatching(MADE)],
    [{ "x-request-id": '"}' }, expect.stringMatching(MADE)],
    [{ "x-request-id": "x".repeat(65) }, expect.stringMatching(MADE)],
    [{}, expect.stringMatching(MADE)],
  ])("with the headers %j is %s", async (headers, id) => {
    const response = await fetch(`${service.url}/healthz`, { headers: headers as never });
    expect(response.headers.get("x-request-id")).toEqual(id);
  });
});

test("a websocket has a line for each operation, and one when it is closed", async () => {
  const client = await open(service.url, rita);
  await client.ask("query Who { me { id } }");
  await client.ask("{ nothing }");
  const subscription = await client.subscribe("subscription { notificationAdded { id } }");
  subscription.stop();
  const lines = await until(
    () =>
      // subscribe() asks for apiVersion, to know that the subscription has begun.
      service.requests.filter(
        ({ transport, operation }) => transport === "websocket" && operation !== "apiVersion",
      ),
    ({ length }) => length === 3,
  );
  const requestId = expect.stringMatching(MADE);
  expect(lines).toMatchObject([
    { requestId, userId: rita.id, operation: "me", name: "Who", outcome: "ok" },
    { requestId, outcome: "BAD_USER_INPUT" },
    { requestId, userId: rita.id, operation: "notificationAdded", outcome: "ok" },
  ]);
  expect(new Set(lines.map((line) => line.requestId)).size).toBe(1);
  client.socket.close(4000);
  const closed = await until(() => service.requests.find(({ code }) => code === 4000));
  expect(closed).toMatchObject({ userId: rita.id, requestId: lines[0]?.requestId });
});

test("no secret, position or text gets into the log, nor a long name of an operation", async () => {
  const before = [service.requests.length, service.logged.length];
  const texts = { text1: "Leave Elm Street", text2: "Elm two", text3: "Elm three" };
  const points = [0, 0.01, 0.02].map((n) => ({ latitude: 12.345678 + n, longitude: n * n }));
  const long = `n${"o".repeat(200)}`;
  const bodies = [
    { query: REPORT, variables: { input: POSITION } },
    { query: REPORT, variables: { input: { ...POSITION, latitude: "12.345678x" } } },
    { query: REPORT.replace("$input)", `{latitude: ${POSITION.latitude}})`) },
    {
      query: `mutation { login(input: {email: "elm@example.org", password: "Elm-password"}) { userId } }`,
    },
    {
      query: "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      variables: { input: { points, ...texts } },
    },
    { query: `query ${long} { apiVersion }` },
    "{ Elm",
  ];
  for (const body of bodies) {
    for (const user of [rita, service.admin]) await logged("/graphql", post(body, as(user)));
  }
  const query = encodeURIComponent(`{ me { id } Elm }`);
  await logged(`/graphql?query=${query}`, { headers: as(rita) });
  const text = JSON.stringify([service.requests.slice(before[0]), service.logged.slice(before[1])]);
  expect(text).toContain(`"${long.slice(0, 64)}"`);
  expect(text).not.toContain(long.slice(0, 65));
  expect(text).not.toMatch(/Elm|12\.345|98\.765|example\.org/i);
  for (const { token } of [rita, service.admin]) expect(text).not.toContain(token);
});
