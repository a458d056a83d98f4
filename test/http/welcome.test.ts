/** @database server */
import { expect, test } from "@jest/globals";
import { welcome } from "../../src/serve.ts";
import type { Service } from "../../src/service.ts";

const told = (firstAdministrator: Service["firstAdministrator"], kind = "postgresql") =>
  welcome({ url: "http://localhost:4000", database: { kind }, firstAdministrator } as Service);

test("a later start prints only the addresses", () => {
  expect(told(undefined).split("\n")).toEqual([
    "Serving POST http://localhost:4000/graphql on PostgreSQL.",
    "The administrator's console: http://localhost:4000/console",
  ]);
  expect(told(undefined, "embedded")).toContain("on the embedded database");
});

test.each([
  [
    "a password that was made up",
    "made-up-word",
    false,
    /password is made-up-word \(shown only once/,
  ],
  ["ADMIN_PASSWORD", undefined, false, /password is the one in ADMIN_PASSWORD/],
  ["a user who was promoted", undefined, true, /already were a user, and their password stays/],
])("the first start's text mentions %s", (_what, madeUpPassword, isPromoted, said) => {
  const text = told({ email: "ada@example.org", madeUpPassword, isPromoted });
  expect(text).toContain("The first administrator is ada@example.org.");
  expect(text).toMatch(said);
  // The shell replaces the variable, which stands outside the single quotes.
  expect(text.includes(`'"$ADMIN_PASSWORD"'`)).toBe(madeUpPassword === undefined);
});
