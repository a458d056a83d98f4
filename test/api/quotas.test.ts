/** @database server */
import { describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery } from "postgraphile/graphql";
import { postFrom } from "../helpers/from-address.ts";
import { type Answer, refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Client, open } from "../live/client.ts";

/** Quotas refill by one a second. Tests use them up with batches and aliases, which is faster on any machine. */
const [BURST, OTHERS] = [1000, 100];
const ALIASES = 10;
/** More than any quota here lets through. */
const MANY = 1000;
const service = runTestService({
  REPORT_BURST: String(BURST),
  REPORT_RATE: "1",
  REQUEST_BURST: String(OTHERS),
  REQUEST_RATE: "1",
  ANONYMOUS_BURST: String(OTHERS),
  ANONYMOUS_RATE: "1",
});

const HERE = { latitude: 1, longitude: 1, movingActivity: "STILL" };
const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
const BATCH = "mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }";
const report = (as: TestUser) => service.graphql(REPORT, { input: HERE }, as);
const batch = (as: TestUser, count: number) =>
  service.graphql(BATCH, { input: Array(count).fill(HERE) }, as);
const aliases = (field: string) =>
  Array.from({ length: ALIASES }, (_, i) => `a${i}: ${field}`).join(" ");

/** Asks until it is refused. Returns how often it was answered. */
async function untilRefused(ask: () => Promise<Answer>): Promise<number> {
  for (let count = 0; count < MANY; count++) {
    const answer = await ask();
    if (!answer.errors) continue;
    expect(refusals(answer)).toEqual(["RATE_LIMITED"]);
    expect(answer.data).toBeUndefined();
    return count;
  }
  throw new Error("There is no quota.");
}

/** Uses up a user's quota of reports. */
async function reportAll(as: TestUser): Promise<void> {
  await untilRefused(() => batch(as, 100));
}

describe("reports", () => {
  test("over their quota are refused after a second, with the time to try again", async () => {
    const user = await service.newUser();
    await reportAll(user);
    const begun = performance.now();
    const { data, errors } = await batch(user, 500);
    // The refusal is held for a second, so that a client that asks again at once does no harm.
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions.retryAfter).toBeGreaterThan(100);
    expect(errors?.[0]?.extensions.retryAfter).toBeLessThanOrEqual(500);
    expect(errors?.[0]?.message).toMatch(/try again in \d+ seconds/);
  });

  test("over their quota are refused on the fast path and through Grafast, and store nothing", async () => {
    const user = await service.newUser();
    const stored = async () =>
      (
        await service.owner.query(
          "select count(*)::int as count from app_public.positions where user_id = $1",
          [user.id],
        )
      ).rows[0].count;
    // The fast path takes single reports from the second time on.
    const single = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => report(user)));
      return answers.find(({ errors }) => errors) ?? (answers[0] as Answer);
    };
    expect(await untilRefused(single)).toBeGreaterThanOrEqual(BURST / 20 - 1);
    const many = `mutation { ${aliases("newPosition(input: {latitude: 1, longitude: 1, movingActivity: STILL}) { id }")} }`;
    await untilRefused(() => service.graphql(many, {}, user));
    const before = await stored();
    expect(before).toBeGreaterThanOrEqual(BURST);
    expect(refusals(await batch(user, 500))).toEqual(["RATE_LIMITED"]);
    expect(await stored()).toBe(before);
  });

  test("over websockets take from the same quota", async () => {
    const user = await service.newUser();
    const client: Client = await open(service.url, { token: user.token });
    await reportAll(user);
    const answer = await client.ask(BATCH, { input: Array(500).fill(HERE) });
    expect(refusals(answer)).toEqual(["RATE_LIMITED"]);
    client.socket.close();
  });

  test("count by the bytes of their request too, over HTTP and websockets", async () => {
    const [one, another] = (await service.newUsers(2)) as [TestUser, TestUser];
    const large = { input: HERE, unused: "x".repeat(900_000) };
    const client: Client = await open(service.url, { token: another.token });
    expect(refusals(await service.graphql(REPORT, large, one))).toEqual([]);
    expect(refusals(await client.ask(REPORT, large))).toEqual([]);
    for (const user of [one, another]) {
      expect(refusals(await batch(user, 500))).toEqual(["RATE_LIMITED"]);
    }
    client.socket.close();
  });

  test("over their quota do not stop reports of others or other requests of the user", async () => {
    const [user, other] = [await service.newUser(), await service.newUser()];
    await reportAll(user);
    expect(refusals(await report(other))).toEqual([]);
    expect(refusals(await service.graphql("{ me { id } }", {}, user))).toEqual([]);
  });

  test("have no quota by address", async () => {
    const address = "127.0.0.7";
    const users = await Promise.all([1, 2, 3].map(() => service.newUser()));
    await untilRefused(() => postFrom(address, service, { query: `{ ${aliases("apiVersion")} }` }));
    for (const { token } of users) {
      const body = { query: BATCH, variables: { input: Array(BURST).fill(HERE) } };
      const answer = await postFrom(address, service, body, { authorization: `Bearer ${token}` });
      expect(refusals(answer)).toEqual([]);
    }
    const nobody = { query: REPORT, variables: { input: HERE } };
    for (let i = 0; i < 3; i++) {
      expect(refusals(await postFrom(address, service, nobody))).toEqual([
        "UNAUTHENTICATED at newPosition",
      ]);
    }
  });
});

describe("other requests", () => {
  const ask = ({ token }: TestUser) =>
    postFrom(
      "127.0.0.1",
      service,
      { query: `{ ${aliases("__typename")} }` },
      { authorization: `Bearer ${token}` },
    );

  test("have a quota by user, which counts each alias", async () => {
    const user = await service.newUser();
    expect(await untilRefused(() => ask(user))).toBeGreaterThanOrEqual(
      // The document is new to the host, which counts as one more field.
      OTHERS / ALIASES - 1,
    );
    expect(refusals(await report(user))).toEqual([]);
  });

  test("of an administrator to publish, update and cancel an alert are not limited", async () => {
    const admin = await service.newUser({ isAdmin: true });
    await untilRefused(() => ask(admin));
    const published = await service.graphql(
      `mutation ($input: AlertInput!) { newAlert(input: $input) { id } }`,
      {
        input: {
          points: [0, 1, 2].map((i) => ({ latitude: i * i * 0.01, longitude: i * 0.01 })),
          text1: "a",
          text2: "b",
          text3: "c",
        },
      },
      admin,
    );
    expect(refusals(published)).toEqual([]);
    const { id } = published.data.newAlert;
    const life = `mutation {
      alertUpdate(id: ${id}, input: {text1: "d"}) { id } alertCancel(id: ${id}, text: "e") { id } }`;
    expect(refusals(await service.graphql(life, {}, admin))).toEqual([]);
  });

  test("of an administrator whose session has ended are limited, and soon take no publication connection", async () => {
    const admin = await service.newUser({ isAdmin: true });
    await service.owner.query("delete from app_public.sessions where user_id = $1", [admin.id]);
    let taken = 0;
    const { publicationPool } = service.database;
    const note = () => {
      taken += 1;
    };
    publicationPool.on("acquire", note);
    const cancel = () =>
      service.graphql(`mutation { ${aliases('alertCancel(id: 1, text: "x") { id }')} }`, {}, admin);
    try {
      expect(new Set((await cancel()).errors?.map(({ extensions: { code } }) => code))).toEqual(
        new Set(["UNAUTHENTICATED"]),
      );
      const first = taken;
      let codes: string[] = [];
      for (let count = 0; count < OTHERS && codes.length !== 1; count += 1) {
        codes = ((await cancel()).errors ?? []).map(({ extensions: { code } }) => code);
      }
      expect(codes).toEqual(["RATE_LIMITED"]);
      expect(taken).toBe(first);
    } finally {
      publicationPool.off("acquire", note);
    }
  });

  test("without a token have a quota by address, on the fast path and through Grafast", async () => {
    const from = (address: string, query = "{ apiVersion }") =>
      postFrom(address, service, { query });
    for (const query of [`{ ${aliases("apiVersion")} }`, "{ apiVersion }"]) {
      await untilRefused(() => from("127.0.0.8", query));
    }
    expect(refusals(await from("127.0.0.9"))).toEqual([]);
  });

  test("count only the operation that operationName selects", async () => {
    const query = `query Small { apiVersion } query Large { ${aliases("apiVersion")} }`;
    const { token } = await service.newUser();
    const ask = () =>
      postFrom(
        "127.0.0.10",
        service,
        { query, operationName: "Large" },
        { authorization: `Bearer ${token}` },
      );
    // The small operation would be answered ten times as often.
    expect(await untilRefused(ask)).toBeLessThan(OTHERS / 2);
  });

  test("for introspection count by the number of values that they return", async () => {
    const query = getIntrospectionQuery();
    const ask = () => postFrom("127.0.0.11", service, { query });
    // Each query takes a quarter of the quota.
    const count = await untilRefused(ask);
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThan(10);
    const small = () =>
      postFrom("127.0.0.12", service, { query: '{ __type(name: "User") { name } }' });
    expect(await untilRefused(small)).toBeGreaterThanOrEqual(OTHERS);
  });

  test("to subscribe are refused over the quota too", async () => {
    const admin = await service.newUser({ isAdmin: true });
    const client: Client = await open(service.url, { token: admin.token });
    const { data } = await service.graphql(
      `mutation { newAlert(input: {
        points: [{ latitude: 2, longitude: 2 }, { latitude: 2, longitude: 3 }, { latitude: 3, longitude: 3 }],
        text1: "a", text2: "b", text3: "c"
      }) { id } }`,
      {},
      admin,
    );
    await untilRefused(() => ask(admin));
    // Each of them is answered at once: by the alert as it is, or by a refusal.
    const begin = () =>
      client.begin(`subscription { alertProgress(id: ${data.newAlert.id}) { id } }`);
    const answers = await Promise.all(Array.from({ length: OTHERS / 2 }, () => begin().next()));
    expect(new Set(answers.flatMap(refusals))).toEqual(new Set(["RATE_LIMITED"]));
    client.socket.close();
  });

  test("include subscriptions, but not their events", async () => {
    const admin = await service.newUser({ isAdmin: true });
    const client: Client = await open(service.url, { token: admin.token });
    const positions = await client.subscribe("subscription { positionAdded { userId } }");
    await untilRefused(() => ask(admin));
    const user = await service.newUser();
    expect(refusals(await report(user))).toEqual([]);
    expect((await positions.next()).data.positionAdded.userId).toBe(user.id);
    await untilRefused(() => client.ask(`{ ${aliases("__typename")} }`));
    client.socket.close();
  });
});

describe("a large body", () => {
  /** A body of 450 kB that is not a request. It counts as 90 fields of a quota of 100. */
  const NONSENSE = `${"[".repeat(225_000)}${"]".repeat(225_000)}`;
  async function post(as: TestUser, body: string) {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${as.token}` },
      body,
    });
    const answer = (await response.json()) as Answer;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), answer };
  }

  /** Waits for a user's refusals in the log. They name the path as the operation, because the body was not read. */
  const refusedOf = ({ id }: TestUser) =>
    until(
      () =>
        service.requests.filter(
          ({ userId, operation, outcome }) =>
            userId === id && operation === "/graphql" && outcome === "RATE_LIMITED",
        ),
      ({ length }) => length > 0,
    );

  test("counts against the quota before it is read", async () => {
    const user = await service.newUser();
    expect((await post(user, NONSENSE)).status).toBe(400);
    const { status, retryAfter, answer } = await post(user, NONSENSE);
    expect(status).toBe(503);
    expect(refusals(answer)).toEqual(["RATE_LIMITED"]);
    expect(Number(retryAfter)).toBe(answer.errors?.[0]?.extensions.retryAfter);
    expect(await refusedOf(user)).toMatchObject([{ transport: "http", status: 503 }]);
    // The rest of the quota is enough for a small request.
    expect((await post(user, JSON.stringify({ query: "{ me { id } }" }))).status).toBe(200);
  });

  test("counts over websockets too, and the host closes the connection over the quota", async () => {
    const user = await service.newUser();
    const closes: [number, string][] = [];
    for (let i = 0; i < 2; i += 1) {
      const client = await open(service.url, { token: user.token });
      client.send(NONSENSE);
      closes.push(await client.closed);
    }
    expect(closes).toEqual([
      [4400, "Invalid message received"],
      [1013, expect.stringMatching(/try again in \d+ seconds/)],
    ]);
    expect(await refusedOf(user)).toMatchObject([{ transport: "websocket" }]);
  });

  test("over websockets is refused only after the answers that are under way", async () => {
    const user = await service.newUser();
    await post(user, NONSENSE);
    const client = await open(service.url, { token: user.token });
    client.send(NONSENSE);
    // Both refusals are held for a second, and the one of this query ends later.
    expect(refusals(await client.ask(getIntrospectionQuery()))).toEqual(["RATE_LIMITED"]);
    expect((await client.closed)[0]).toBe(1013);
  });

  test("of an administrator does not count, because it may publish an alert", async () => {
    const admin = await service.newUser({ isAdmin: true });
    for (let i = 0; i < 3; i += 1) expect((await post(admin, NONSENSE)).status).toBe(400);
    const client = await open(service.url, { token: admin.token });
    client.send(NONSENSE);
    expect((await client.closed)[0]).toBe(4400);
  });

  test("of 64 kB does not count", async () => {
    const user = await service.newUser();
    const client = await open(service.url, { token: user.token });
    const small = NONSENSE.slice(225_000 - 32_768, 225_000 + 32_768);
    for (let i = 0; i < 9; i += 1) expect((await post(user, small)).status).toBe(400);
    client.send(small);
    expect((await client.closed)[0]).toBe(4400);
  });
});

describe("the refresh of a session", () => {
  const address = "127.0.0.20";
  const post = (query: string, variables = {}) => postFrom(address, service, { query, variables });
  const TOKENS = "accessToken refreshToken";
  async function begin(): Promise<string> {
    const { email, password } = await service.newUser();
    const query = `mutation ($input: LoginCredentials!) { sessionBegin(input: $input) { ${TOKENS} } }`;
    const { data } = await service.graphql(query, { input: { email, password } });
    return data.sessionBegin.refreshToken;
  }
  const REFRESH = `mutation ($refreshToken: String!) { sessionRefresh(refreshToken: $refreshToken) { ${TOKENS} } }`;
  const refresh = (refreshToken: string) => post(REFRESH, { refreshToken });
  /**
   * Refreshes a little more often than the quota allows, one token after the other. Returns how often it was refused.
   */
  async function refusedOf(...tokens: string[]): Promise<number> {
    const times = (OTHERS + 20) / tokens.length;
    const answers: string[] = [];
    for (const token of tokens) {
      const all = Array.from({ length: times }, () => refresh(token));
      answers.push(...(await Promise.all(all)).flatMap(refusals));
    }
    return answers.filter((refusal) => refusal === "RATE_LIMITED at sessionRefresh").length;
  }

  test("works while strangers at the same address have used up their quota", async () => {
    const token = await begin();
    await untilRefused(() => post(`{ ${aliases("apiVersion")} }`));
    for (let time = 0; time < 5; time += 1) expect(refusals(await refresh(token))).toEqual([]);
  });

  test("with a wrong token is limited, while known sessions at the same address are refreshed", async () => {
    const token = await begin();
    await refresh(token);
    const guess = token.replace(/[^.]{22}(?=\.[^.]+$)/, "A".repeat(22));
    expect(await refusedOf(guess, "nonsense")).toBeGreaterThan(0);
    // These requests also use up what the quota has regained since.
    const others = Array.from({ length: 30 }, () => refresh(guess));
    expect(refusals(await refresh(token))).toEqual([]);
    await Promise.all(others);
  });

  test("counts against its user's quota once the session is known", async () => {
    const [token, other] = [await begin(), await begin()];
    await refresh(token);
    expect(await refusedOf(token)).toBeGreaterThan(0);
    expect(refusals(await refresh(other))).toEqual([]);
  });
});
