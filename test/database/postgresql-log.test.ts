/** @database server */
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { readConfig } from "../../src/settings/config.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { isNative } from "../helpers/database.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";

/**
 * The server logs each statement as a slow one, without its parameters, and errors with all their details, as servers do
 * by default. Then its log holds no email, place, token or hash of what people sent.
 */

const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;
jest.setTimeout(120_000);

const HASH = `$2b$04$${"x".repeat(53)}`;
const NEW_USER = `mutation ($email: String!, $name: String!) {
  newUser(input: { email: $email, password: "a long zanzibar phrase", name: $name, address: "Zanzibar Road 7", isAdmin: false }) { id }
}`;

onOwnCluster("PostgreSQL's log", () => {
  let cluster: Cluster;
  let host: Child;
  let client: pg.Client;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    const config = readConfig({
      DATABASE_URL: cluster.url,
      JWT_SECRET: "a secret for tests of thirty-two characters",
      ADMIN_EMAIL: "boss.zanzibar@example.org",
      ADMIN_PASSWORD: "a long zanzibar phrase",
    });
    host = startChild(environmentOf(config));
    await host.url();
    client = new pg.Client(cluster.url);
    await client.connect();
    // After the migrations, which are large.
    await client.query("alter system set log_min_duration_statement = 0");
    await client.query("alter system set log_parameter_max_length = 0");
    await client.query("select pg_reload_conf()");
  });
  afterAll(async () => {
    await client?.end();
    host?.process.kill("SIGKILL");
    await host?.ended;
    await cluster?.remove();
  });

  /** Sends a request as clients do. Returns its data, or the codes of its errors. */
  async function ask(query: string, variables: object = {}, token?: string) {
    const answer = await fetch(`${await host.url()}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: only the test knows the type of the data
    const { data, errors } = (await answer.json()) as any;
    return (
      errors?.map(({ extensions }: { extensions: { code: string } }) => extensions.code) ?? data
    );
  }

  /** Runs a statement as someone with psql does who acts as this user, and returns its error. */
  async function fail(role: string, text: string, values: unknown[]): Promise<pg.DatabaseError> {
    await client.query(`begin; set local role ${role}; set local jwt.claims.user_id = '1'`);
    try {
      await client.query(text, values);
    } catch (error) {
      return error as pg.DatabaseError;
    } finally {
      await client.query("rollback");
    }
    throw new Error(`${text} did not fail.`);
  }

  test("holds nothing of people, whatever is refused and however long it takes", async () => {
    const { login } = await ask(
      `mutation { login(input: { email: "boss.zanzibar@example.org", password: "a long zanzibar phrase" }) { accessToken } }`,
    );
    const token = login.accessToken;
    const email = "guest.zanzibar@example.org";
    expect((await ask(NEW_USER, { email, name: "Guest" }, token)).newUser.id).toBe(2);
    expect(await ask(NEW_USER, { email, name: "Guest" }, token)).toEqual(["CONFLICT"]);
    expect(await ask(NEW_USER, { email: "zanzibar", name: "Guest" }, token)).toEqual([
      "BAD_USER_INPUT",
    ]);
    expect(await ask(NEW_USER, { email: "other.zanzibar@example.org", name: "" }, token)).toEqual([
      "BAD_USER_INPUT",
    ]);
    const edit = (input: object) =>
      ask(
        "mutation ($input: UserEdit!) { userEdit(input: $input, id: 2) { id } }",
        { input },
        token,
      );
    expect(await edit({ email: "boss.zanzibar@example.org" })).toEqual(["CONFLICT"]);
    expect(await edit({ address: "Zanzibar Road ".repeat(50) })).toEqual(["BAD_USER_INPUT"]);
    const logIn = (password: string) =>
      ask(
        "mutation ($email: String!, $password: String!) { login(input: { email: $email, password: $password }) { accessToken } }",
        { email, password },
      );
    for (const password of ["wrong zanzibar", "zanzibar".repeat(2_000)]) {
      expect(await logIn(password)).toEqual(["UNAUTHENTICATED"]);
    }
    const report = (latitude: number) =>
      ask(
        "mutation ($latitude: Float!, $longitude: Float!) { newPosition(input: { latitude: $latitude, longitude: $longitude, movingActivity: STILL }) { id } }",
        { latitude, longitude: 47.1122334 },
        token,
      );
    expect((await report(11.4433221)).newPosition.id).toBeDefined();
    expect(await report(471.122334)).toEqual(["BAD_USER_INPUT"]);
    expect(
      await ask(
        "mutation ($token: String!) { registerDevice(input: { token: $token }) { id } }",
        { token: "secret\ntoken" },
        token,
      ),
    ).toEqual(["BAD_USER_INPUT"]);

    // What the API refuses or cannot send reaches the functions by psql.
    const newUser = "select app_public.new_user($1, $2, $3, $4, $5)";
    const statements: [string, string, unknown[]][] = [
      ["app_admin", newUser, [email, HASH, "Guest", "Zanzibar Road 7", false]],
      ["app_admin", newUser, ["third.zanzibar@example.org", `${HASH}x`, "Guest", "", false]],
      ["app_admin", newUser, ["third.zanzibar@example.org", HASH, null, "", false]],
      ["app_admin", newUser, ["third.zanzibar@example.org", null, "Guest", "", false]],
      ["app_admin", newUser, ["third.zanzibar@example.org", HASH, "Guest", "", null]],
      ["app_admin", "select app_public.user_password_reset(2, $1)", [`${HASH}x`]],
      ["app_user", "select app_public.user_password_edit($1)", [`${HASH}x`]],
      [
        "app_user",
        "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', $3::text)))",
        [11.4433221, 47.1122334, null],
      ],
      [
        "app_user",
        "select app_public.new_positions(array[json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', $3::text))])",
        [11.4433221, 47.1122334, null],
      ],
      ["app_user", "select app_public.device_key_add($1)", [" "]],
      [
        "app_admin",
        "select app_public.invitation_add(row($1, 1, null)::app_public.invitation_input)",
        [" "],
      ],
      ["app_user", "update app_public.users set name = $1", [""]],
    ];
    for (const [role, text, values] of statements) {
      const { detail, code } = await fail(role, text, values);
      expect([text, code, detail]).toEqual([
        text,
        expect.stringMatching(/^(LA4|23|42501)/),
        undefined,
      ]);
    }

    const log = await cluster.log();
    expect(log).toMatch(/duration: .* execute .*\$1/);
    expect(log).toMatch(/ERROR: .*users_email_key/);
    const told = log
      // A time may have the digits of a place.
      .replaceAll(/^[\d-]+ [\d:.]+ UTC/gm, "")
      .split("\n")
      .filter((line) => /zanzibar|@example|11\.44|47\.11|471\.12|\$2[aby]\$/i.test(line));
    expect(told).toEqual([]);
  });
});
