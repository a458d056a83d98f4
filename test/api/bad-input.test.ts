/** @database server */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { type Answer, refusals, runTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = runTestService();
let before: Record<string, string>;
beforeAll(async () => {
  await service.newUser({ email: "taken@example.org" });
});
beforeEach(async () => {
  before = await service.contents();
});
// A refused request changes nothing.
afterEach(async () => {
  expect(await service.contents()).toEqual(before);
});

const asAdmin = (query: string, variables: object = {}) =>
  service.graphql(query, variables, service.admin);

/** Operations by the name of their input type, each with a valid input. */
const INPUTS: Record<string, [field: string, input: Record<string, unknown>]> = {
  LoginCredentials: ["login", { email: "nobody@example.org", password: "user-password" }],
  RegisterNotificationToken: ["registerDevice", { token: "ExponentPushToken[x]" }],
  UserPasswordEdit: [
    "userPasswordEdit",
    { password1: "a new password", password2: "a new password" },
  ],
  NewUserInput: [
    "newUser",
    {
      email: "new@example.org",
      password: "user-password",
      name: "New",
      address: "",
      isAdmin: false,
    },
  ],
  PositionInput: ["newPosition", { latitude: 1, longitude: 2, movingActivity: "STILL" }],
  AlertInput: [
    "newAlert",
    {
      points: [
        { latitude: 0, longitude: 0 },
        { latitude: 0, longitude: 1 },
        { latitude: 1, longitude: 1 },
      ],
      text1: "a",
      text2: "b",
      text3: "c",
    },
  ],
  NotificationUpdateInput: ["notificationUpdate", { id: 1, seen: true }],
};
const FIELDS = Object.entries(INPUTS).flatMap(([type, [field, input]]) =>
  Object.keys(input).map((name) => ({ type, field, input, name })),
);

const send = (type: string, field: string, input: unknown) =>
  asAdmin(`mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`, { input });

describe("a field of an input", () => {
  test.each(FIELDS)("cannot be missing: $type.$name", async ({ type, field, input, name }) => {
    const { [name]: _missing, ...others } = input;
    // GraphQL refuses the input. Only missing points of an alert are left to SQL, because an area may replace them.
    const [refused] = refusals(await send(type, field, others));
    expect(refused).toMatch(/^BAD_USER_INPUT\b/);
  });

  test.each(FIELDS)("cannot be null: $type.$name", async ({ type, field, input, name }) => {
    expect(refusals(await send(type, field, { ...input, [name]: null }))).toEqual([
      "BAD_USER_INPUT",
    ]);
  });

  test.each(FIELDS)(
    "cannot be of another type: $type.$name",
    async ({ type, field, input, name }) => {
      const other = typeof input[name] === "string" ? 7 : "seven";
      const answer = await send(type, field, { ...input, [name]: other });
      expect(new Set(refusals(answer))).toEqual(new Set(["BAD_USER_INPUT"]));
    },
  );

  test.each(Object.entries(INPUTS))("cannot be unknown: %s", async (type, [field, input]) => {
    expect(refusals(await send(type, field, { ...input, unknown: 1 }))).toEqual(["BAD_USER_INPUT"]);
  });
});

describe("an input", () => {
  test.each(Object.entries(INPUTS))(
    "cannot be missing, null, a list or a text: %s",
    async (type, [field, input]) => {
      for (const wrong of [undefined, null, [], [input, input], "input", 1, true]) {
        expect(new Set(refusals(await send(type, field, wrong)))).toEqual(
          new Set(["BAD_USER_INPUT"]),
        );
      }
    },
  );
});

const TEXTS = [
  ["RegisterNotificationToken", "token"],
  ["NewUserInput", "email"],
  ["NewUserInput", "name"],
  ["NewUserInput", "address"],
  ["NewUserInput", "password"],
  ["AlertInput", "text1"],
  ["AlertInput", "text2"],
  ["AlertInput", "text3"],
] as const;

describe("a text", () => {
  const withText = (type: string, name: string, text: string) => {
    const [field, input] = INPUTS[type] as (typeof INPUTS)[string];
    return { field, answer: send(type, field, { ...input, [name]: text }) };
  };

  test.each(TEXTS)("cannot contain a NUL: %s.%s", async (type, name) => {
    const { field, answer } = withText(type, name, "long-enough\0@example.org");
    expect(refusals(await answer)).toEqual([`BAD_USER_INPUT at ${field}`]);
  });

  test.each(TEXTS)("cannot have a hundred thousand characters: %s.%s", async (type, name) => {
    const { field, answer } = withText(type, name, "a".repeat(100_000));
    expect(refusals(await answer)).toEqual([`BAD_USER_INPUT at ${field}`]);
  });

  test.each(TEXTS.filter(([, name]) => name !== "address"))(
    "cannot be empty: %s.%s",
    async (type, name) => {
      const { field, answer } = withText(type, name, "");
      expect(refusals(await answer)).toEqual([`BAD_USER_INPUT at ${field}`]);
    },
  );

  test.each(TEXTS.filter(([type]) => type === "AlertInput"))(
    "cannot contain half of a surrogate pair: %s.%s",
    async (type, name) => {
      const { field, answer } = withText(type, name, "half \ud800 of one");
      expect(refusals(await answer)).toEqual([`BAD_USER_INPUT at ${field}`]);
    },
  );
});

describe("an id", () => {
  const documents: [string, string][] = [
    ["user", "user(id: ID) { id }"],
    ["alerts", "alerts(id: ID) { id }"],
    ["notifications", "notifications(id: ID) { id }"],
    ["notifications by alert", "notifications(alertId: ID) { id }"],
    ["userEdit", 'userEdit(id: ID, input: { name: "New" }) { id }'],
    ["notificationUpdate", "notificationUpdate(input: { id: ID, seen: true }) { id }"],
  ];
  const operation = (selection: string) =>
    selection.startsWith("userEdit") || selection.startsWith("notificationUpdate")
      ? "mutation"
      : "query";

  test.each(documents)("as a literal must be a 32-bit integer: %s", async (_what, selection) => {
    for (const id of [
      "2147483648",
      "-2147483649",
      "9007199254740993",
      "1.5",
      '"1"',
      "1e1",
      "true",
      "ONE",
    ]) {
      const answer = await asAdmin(`${operation(selection)} { ${selection.replace("ID", id)} }`);
      expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
    }
  });

  test.each(documents)("as a variable must be a 32-bit integer: %s", async (_what, selection) => {
    const document = `${operation(selection)} ($id: Int!) { ${selection.replace("ID", "$id")} }`;
    for (const id of [2_147_483_648, -2_147_483_649, 2 ** 53, 1.5, "1", true, null, [1, 2], {}]) {
      expect(refusals(await asAdmin(document, { id }))).toEqual(["BAD_USER_INPUT"]);
    }
  });

  test.each(documents)("finds nothing at the 32-bit range's ends: %s", async (_what, selection) => {
    for (const id of ["2147483647", "-2147483648", "0"]) {
      const answer = await asAdmin(`${operation(selection)} { ${selection.replace("ID", id)} }`);
      const field = selection.match(/^\w+/)?.[0];
      const isList = ["alerts", "notifications"].includes(field as string);
      expect(refusals(answer)).toEqual(isList ? [] : [`NOT_FOUND at ${field}`]);
    }
  });
});

describe("a taken email", () => {
  test.each([
    [
      "newUser",
      'newUser(input: { email: "TAKEN@example.org", password: "user-password", name: "a", address: "", isAdmin: false }) { id }',
    ],
    ["userEdit", 'userEdit(input: { email: "Taken@example.org" }, id: 1) { id }'],
  ])("is a conflict in %s", async (field, selection) => {
    const answer = await asAdmin(`mutation { ${selection} }`);
    expect(refusals(answer)).toEqual([`CONFLICT at ${field}`]);
    expect(answer.errors?.[0]?.message).toMatch(/taken/);
  });
});

describe("a document", () => {
  test.each([
    ["empty", ""],
    ["not GraphQL", "select 1"],
    ["cut off", "{ me { id }"],
    ["with an unknown field", "{ nonsense }"],
    ["with an unknown mutation", "mutation { deleteUser(id: 1) { id } }"],
    ["with a fragment in itself", "{ me { ...A } } fragment A on User { ...A }"],
    [
      "with a variable that has the name of a property of every object",
      "query ($constructor: Int) { users(limit: $constructor) { id } }",
    ],
    [
      "with a variable __proto__ with a default",
      "query ($__proto__: Int = 1) { users(limit: $__proto__) { id } }",
    ],
    ["with two operations, and none named", "query A { apiVersion } query B { apiVersion }"],
    ["with a subscription", "subscription { me { id } }"],
  ])("is refused: %s", async (_what, query) => {
    expect(new Set(refusals(await asAdmin(query)))).toEqual(new Set(["BAD_USER_INPUT"]));
  });

  test("that is cut off gets an error with the place of its end", async () => {
    const { errors } = await asAdmin("{ me {\n  id }");
    expect(errors).toEqual([expect.objectContaining({ locations: [{ line: 2, column: 7 }] })]);
  });

  test("with an unknown field gets an error about that field, and none about an Int variable for an Int64", async () => {
    const { errors } = await asAdmin("query ($n: Int) { users(limit: $n) { id nonsense } }");
    expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/"nonsense"/)]);
  });

  test("is refused if its variables are missing", async () => {
    const answer = await asAdmin("query ($id: Int!) { user(id: $id) { id } }");
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  });

  test("is refused if it nests too deeply", async () => {
    const depth = 500;
    const query = `{ alerts { ${"notifications { alert { ".repeat(depth)} id ${"} } ".repeat(depth)} } }`;
    expect(refusals(await asAdmin(query))).toEqual(["BAD_USER_INPUT"]);
  });

  test.each([
    ["selections", `${"{ me ".repeat(20_000)}`],
    ["lists", `{ positions(movingActivity: ${"[".repeat(20_000)}${"]".repeat(20_000)}) { id } }`],
    ["objects", `{ user(id: ${"{a:".repeat(20_000)}1${"}".repeat(20_000)}) { id } }`],
    ["types", `query ($a: ${"[".repeat(20_000)}Int${"]".repeat(20_000)}) { apiVersion }`],
  ])("is refused if its %s nest 20,000 levels deep", async (_what, query) => {
    expect(new Set(refusals(await asAdmin(query)))).toEqual(new Set(["BAD_USER_INPUT"]));
  });

  test("that is refused does not stop the host from answering the next request", async () => {
    expect(refusals(await asAdmin("{ me { id } }"))).toEqual([]);
  });

  test("with 300 lists is answered or refused", async () => {
    const lists = Array.from({ length: 300 }, (_, i) => `a${i}: alerts(limit: ${i}) { id }`);
    const answer = await asAdmin(`{ ${lists.join(" ")} }`);
    expect(refusals(answer).filter((refusal) => refusal !== "BAD_USER_INPUT")).toEqual([]);
  });
});

describe("a request", () => {
  const post = (body: string, type = "application/json") =>
    supertest(service.url)
      .post("/graphql")
      .set("Content-Type", type)
      .set("Authorization", `Bearer ${service.admin.token}`)
      .send(body);

  test.each([
    ["no JSON", "{"],
    ["no body", ""],
    ["a list", "[]"],
    ["a list of requests", '[{"query":"{ apiVersion }"}]'],
    ["no query", "{}"],
    ["a query that is no text", '{"query":1}'],
    ["variables that are a list", '{"query":"{ apiVersion }","variables":[]}'],
    ["variables that are a text", '{"query":"{ apiVersion }","variables":"{}"}'],
    ["an operationName that is no text", '{"query":"{ apiVersion }","operationName":1}'],
  ])("with %s is refused with 400", async (_what, body) => {
    const response = await post(body).expect(400);
    expect(refusals(response.body)).toEqual(["BAD_USER_INPUT"]);
  });

  test("with an unknown operationName is refused", async () => {
    const { body } = await post('{"query":"query A { apiVersion }","operationName":"B"}').expect(
      200,
    );
    expect(refusals(body)).toEqual(["BAD_USER_INPUT"]);
  });

  test("that selects a subscription beside a query is refused: it would never end", async () => {
    const query = "query A { apiVersion } subscription B { notificationAdded { id } }";
    const { body } = await post(JSON.stringify({ query, operationName: "B" })).expect(200);
    expect(refusals(body)).toEqual(["BAD_USER_INPUT"]);
    expect(body.errors[0].message).toBe("Subscriptions are served over websockets.");
    const { body: other } = await post(JSON.stringify({ query, operationName: "A" })).expect(200);
    expect(other).toEqual({ data: { apiVersion: "1.0" } });
  });

  test("that is an HTML form is refused with 415", async () => {
    const type = "application/x-www-form-urlencoded";
    const response = await post("query={apiVersion}", type).expect(415);
    expect(refusals(response.body)).toEqual(["BAD_USER_INPUT"]);
  });

  test("with a variable that is wrong in many fields gets only six errors", async () => {
    const wrong = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, n]));
    const query = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
    const refused = refusals(await asAdmin(query, { input: wrong }));
    expect(refused).toEqual(Array(6).fill("BAD_USER_INPUT"));
  });

  test.each([
    ["no token", undefined],
    ["a bad token", "bad"],
  ])("with %s may have 64 kB, with a Content-Length or in chunks", async (_what, token) => {
    const bodyOf = (text: string) =>
      JSON.stringify({ query: "{ apiVersion }", variables: { text } });
    const send = async (length: number, isChunked: boolean) => {
      const body = bodyOf("x".repeat(length - bodyOf("").length));
      const response = await fetch(`${service.url}/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: isChunked ? new Blob([body]).stream() : body,
        duplex: "half",
      } as RequestInit);
      const answer = (await response.json()) as Answer;
      const id = response.headers.get("x-request-id");
      const line = await until(() => service.requests.find(({ requestId }) => requestId === id));
      return [response.status, line?.outcome, ...refusals(answer)];
    };
    for (const isChunked of [false, true]) {
      expect(await send(65_536, isChunked)).toEqual([200, "ok"]);
      expect(await send(65_537, isChunked)).toEqual([200, "UNAUTHENTICATED", "UNAUTHENTICATED"]);
    }
  });

  test("that is too large is refused with 413", async () => {
    const query = `{ apiVersion } # ${"a".repeat(3_000_000)}`;
    const response = await post(JSON.stringify({ query })).expect(413);
    expect(refusals(response.body)).toEqual(["BAD_USER_INPUT"]);
  });
});
