import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { importPeople } from "../src/screens/users/import-users.tsx";
import { fakeService, refusal } from "./helpers/fake-service.ts";

const entry = (line: number) => ({
  line,
  user: { name: `Line ${line}`, email: "", address: "", isTester: false },
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
