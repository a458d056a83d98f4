/** @database server */
import { describe, expect } from "@jest/globals";
import { HASH, host, owner, refusal, stage } from "./scene.ts";

const { test } = stage();

const NEW_USER = "select * from app_public.new_user($1, $2, $3, $4, $5)";
const EDIT =
  "select * from app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $2::text, 'name', $3::text, 'address', $4::text)), $1)";

describe("new_user", () => {
  test("makes a user with credentials, as an administrator", async (s) => {
    const admin = await s.user(true);
    const [user] = await s.as(admin, NEW_USER, ["Ada@example.org", HASH, "Ada", "Here 1", false]);
    expect(user).toMatchObject({ email: "Ada@example.org", name: "Ada", is_admin: false });
    const credentials = await s.as(owner)`select password_hash from app_private.user_credentials
      where user_id = ${user?.id}`;
    expect(credentials).toEqual([{ password_hash: HASH }]);
  });

  test("refuses an email that is taken, whatever its case", async (s) => {
    await s.user(false, "taken@example.org");
    await expect(s.user(false, "TAKEN@Example.org")).rejects.toMatchObject(
      refusal("23505", { constraint: "users_email_key" }),
    );
  });

  test("knows an email in each of the ways in which Unicode writes it", async (s) => {
    const user = await s.user(false, "re\u0301mi@example.org");
    const other = "R\u00C9MI@example.org";
    await expect(s.user(false, other)).rejects.toMatchObject(
      refusal("23505", { constraint: "users_email_key" }),
    );
    const credentials = "select user_id from app_private.login_credentials($1)";
    expect(await s.value(host, credentials, [other])).toBe(user.id);
  });

  test("has an email once, also for the owner", async (s) => {
    await s.user(false, "once@example.org");
    const add = "insert into app_public.users (email, name, address) values ($1, 'Twice', '')";
    await expect(s.as(owner, add, ["ONCE@example.org"])).rejects.toMatchObject(
      refusal("23505", { constraint: "users_email_key" }),
    );
  });

  test.each([
    ["", "users_email_form"],
    ["no-at.example.org", "users_email_form"],
    ["two@at@example.org", "users_email_form"],
    ["a blank@example.org", "users_email_form"],
    ["line\nbreak@example.org", "users_email_form"],
    ["ada@example.org\n", "users_email_form"],
    ["@example.org", "users_email_form"],
    ["ada@", "users_email_form"],
    [" ada@example.org", "users_email_form"],
    ["ada\u007f@example.org", "users_email_form"],
    ["ad\u200Ba@example.org", "users_email_form"],
    ["ada@example.org\u2060", "users_email_form"],
    [`${"x".repeat(249)}@e.org`, "users_email_form"],
  ])("refuses the email %j", async (s, email, constraint) => {
    await expect(s.user(false, email)).rejects.toMatchObject(refusal("23514", { constraint }));
  });

  test.each([
    ["", "", "users_name_length"],
    [" \t\n", "", "users_name_length"],
    ["\u3164", "", "users_name_length"],
    ["x".repeat(201), "", "users_name_length"],
    ["x", "x".repeat(501), "users_address_length"],
  ])("refuses the name %j with the address %j", async (s, name, address, constraint) => {
    const admin = await s.user(true);
    await expect(
      s.as(admin, NEW_USER, ["a@example.org", HASH, name, address, false]),
    ).rejects.toMatchObject(refusal("23514", { constraint }));
  });

  test("has an email of 254 characters, a name of 200 and an address of 500 at most", async (s) => {
    const longest = [`${"x".repeat(248)}@e.org`, HASH, "🧭".repeat(200), "x".repeat(500), false];
    const [made] = await s.as(await s.user(true), NEW_USER, longest);
    expect(made?.email).toHaveLength(254);
  });

  test.each([
    ["the password itself", "password"],
    ["an unsalted hash", "5f4dcc3b5aa765d61d8327deb882cf99"],
    ["nothing", ""],
  ])("refuses %s in place of bcrypt's hash", async (s, _, hash) => {
    const admin = await s.user(true);
    await expect(
      s.as(admin, NEW_USER, ["a@example.org", hash, "A", "", false]),
    ).rejects.toMatchObject(refusal("23514", { constraint: "user_credentials_password_hash" }));
  });
});

describe("user_edit", () => {
  test("edits the given fields, and leaves the others as they are", async (s) => {
    const user = await s.user(false, "before@example.org");
    const [edited] = await s.as(user, EDIT, [user.id, null, "New Name", null]);
    expect(edited).toMatchObject({ email: "before@example.org", name: "New Name", address: "" });
  });

  test("lets an administrator edit anyone", async (s) => {
    const admin = await s.user(true);
    const user = await s.user();
    const [edited] = await s.as(admin, EDIT, [user.id, null, null, "There 2"]);
    expect(edited).toMatchObject({ id: user.id, address: "There 2" });
  });

  test("gives the same error for another user's id as for an unknown one", async (s) => {
    const [user, other] = [await s.user(), await s.user(true)];
    const messages = [];
    for (const id of [other.id, 999_999, -1]) {
      const error = await s.as(user, EDIT, [id, null, "Mine now", null]).catch((e) => e);
      expect(error.code).toBe("LA404");
      messages.push(error.message);
    }
    expect(new Set(messages).size).toBe(1);
  });

  test("refuses the email of another", async (s) => {
    await s.user(false, "taken@example.org");
    const user = await s.user();
    await expect(
      s.as(user, EDIT, [user.id, "Taken@example.org", null, null]),
    ).rejects.toMatchObject(refusal("23505", { constraint: "users_email_key" }));
  });
});

describe("me and find_user", () => {
  test("return the caller", async (s) => {
    const user = await s.user();
    expect(await s.value(user)`select id from app_public.me()`).toBe(user.id);
    expect(await s.value(user)`select id from app_public.find_user(${user.id})`).toBe(user.id);
  });

  test("return any user to an administrator", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    expect(await s.value(admin)`select id from app_public.find_user(${user.id})`).toBe(user.id);
  });

  test("give the same error for another user's id as for an unknown one", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const messages = [];
    for (const id of [other.id, 999_999]) {
      const error = await s.as(user)`select app_public.find_user(${id})`.catch((e) => e);
      expect(error.code).toBe("LA404");
      messages.push(error.message);
    }
    expect(new Set(messages).size).toBe(1);
  });
});

test("require_admin returns true for an administrator and raises LA403 for a user", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  expect(await s.value(admin)`select app_public.require_admin()`).toBe(true);
  await expect(s.as(user)`select app_public.require_admin()`).rejects.toMatchObject(
    refusal("LA403"),
  );
});
