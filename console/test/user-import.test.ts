import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { importPeople } from "../src/state/user-import.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";

const entry = (line: number) => ({
  line,
  user: { name: `Line ${line}`, email: "", address: "", isTester: false },
});

test("an import returns the users that were made, and a readable fault for each wrong line", async () => {
  let isDry: unknown;
  const asked = fakeService({
    UsersImport: ({ dryRun }) => {
      isDry = dryRun;
      const wrong = { index: 1, userId: null, error: "email is not an email" };
      const made = { index: 0, userId: 7, error: null };
      return { usersImport: dryRun ? [wrong] : [made] };
    },
  });
  expect(await importPeople([entry(2), entry(5)], true)).toEqual({
    userIds: [],
    faults: [{ line: 5, fault: expect.stringMatching(/^The email must look like/) }],
  });
  expect(isDry).toBe(true);
  expect(await importPeople([entry(2)], false)).toEqual({ userIds: [7], faults: [] });
  expect(asked[1]?.variables).toEqual({ users: [entry(2).user], dryRun: false });
});

test("the error of an unanswered import says that it may have succeeded, and that of a check does not", async () => {
  fakeService({ UsersImport: () => undefined });
  await expect(importPeople([entry(2)], false)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("may have been imported all the same: look in the list"),
  });
  await expect(importPeople([entry(2)], true)).rejects.toThrow("Check the connection");
  fakeService({ UsersImport: () => refusal("FORBIDDEN", "It was refused.") });
  await expect(importPeople([entry(2)], false)).rejects.toThrow("It was refused.");
});
