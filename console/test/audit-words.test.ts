import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { PEOPLE_FIELDS } from "../../src/graphql/audit/people-fields.ts";
import type { AuditEntry } from "../src/state/audit-entries.ts";
import { ACTIONS, actorWithoutUser, OBJECTS } from "../src/words/audit.ts";
import { FIELDS, factsInWords } from "../src/words/audit-facts.ts";
import { auditCsv, auditJsonLines } from "../src/words/audit-files.ts";
import { parseCsv } from "../src/words/csv.ts";

test("each audit action of the API has its own text", () => {
  const [, values = ""] =
    /^enum AuditAction \{(.*?)^\}/ms.exec(readFileSync("schema.graphql", "utf8")) ?? [];
  const actions = values.match(/^ {2}[A-Z_]+$/gm)?.map((name) => name.trim());
  expect(Object.keys(ACTIONS).sort()).toEqual(actions?.sort());
  expect(new Set(Object.values(ACTIONS)).size).toBe(actions?.length);
});

test("each kind of audited object is named with its id", () => {
  const names = Object.fromEntries(Object.entries(OBJECTS).map(([kind, name]) => [kind, name(7)]));
  expect(names).toEqual({
    ALERT: "Alert id 7",
    AREA: "Saved area 7",
    AUTHORITY: "Authority 7",
    DRAFT: "Shared draft 7",
    HELD_PUBLICATION: "Held publication 7",
    INVITATION: "Invitation 7",
    TEMPLATE: "Template 7",
    USER: "User 7",
  });
});

test("each API field that shows data is named after that data", () => {
  const shown = Object.entries(FIELDS).filter(([name]) => name.includes("."));
  for (const [name, words] of shown) {
    const noun = /reach|position|notification|user|key/i.exec(name.replace("whyNotified", ""));
    expect([name, words]).toEqual([
      name,
      expect.stringContaining(noun?.[0].toLowerCase() ?? "why someone has"),
    ]);
  }
  expect(factsInWords({ fields: ["name", "email", "address", "last_position_only"] })).toBe(
    "name, email, address, and last position only",
  );
});

test("a failed login without a user is by “Somebody”, and other entries are by the service or its operator", () => {
  expect(actorWithoutUser("LOGIN_FAILED")).toBe("Somebody");
  expect(actorWithoutUser("ENTRIES_PURGED")).toBe("The service or its operator");
});

test("each API field that shows people has a name", () => {
  expect(Object.keys(PEOPLE_FIELDS).filter((name) => !(name in FIELDS))).toEqual([]);
});

test.each([
  [{}, ""],
  [null, ""],
  [{ version: 2, texts_sha256: "ab", area_sha256: "cd" }, "version 2"],
  [{ version: 1, people: 12 }, "version 1 · 12 people"],
  [{ fields: ["Query.user", "Query.users", "Query.positions"] }, "users and positions"],
  [{ fields: ["Query.users"], user_ids: [1, 2] }, "users · users 1, 2"],
  [{ fields: ["Query.brandNew"] }, "Query.brandNew"],
  [{ user_ids: [1, 2, 3, 4, 5] }, "users 1, 2, 3, 4, 5"],
  [{ user_ids: [1, 2, 3, 4, 5, 6, 7] }, "users 1, 2, 3, 4, 5 and 2 more"],
  [{ is_admin: true, is_tester: false }, "administrator · no tester"],
  [{ is_admin: false, is_tester: true }, "not an administrator · tester"],
  [{ is_training: true }, "in training"],
  [{ is_training: false }, "not in training"],
  [{ people: 1, sessions: 1, positions: 2 }, "1 person · 1 session · 2 positions deleted"],
  [{ session_id: 4, notifications: 1 }, "session 4 · 1 notification kept"],
  [{ places: 2, invitation_id: 5 }, "for 2 people · invitation 5"],
  [{ device_key_id: 6, place: 9, hash: "ab" }, "device key 6 · up to place 9"],
  [{ mutual_aid_id: 3, to_authority_id: 2, ended: true }, "mutual aid 3 · for authority 2 · ended"],
  [{ neighbour_ids: [2, 4] }, "reaches into authorities 2 and 4"],
  [{ reason: "IT_FAILED" }, "IT_FAILED"],
  [{ steps: [1, 2, 3] }, "steps: [1,2,3]"],
  [{ reason: "PUBLISHED" }, "because it was published"],
  [{ take_back_time: ["00:00:05", "00:01:00"] }, "take_back_time: 00:00:05 → 00:01:00"],
  [{ toString: 1 }, "toString: 1"],
])("the facts %j are shown as %j", (facts, words) => {
  expect(factsInWords(facts)).toBe(words);
});

const entry: AuditEntry = {
  id: 3,
  createdAt: 1_767_225_600,
  actorId: null,
  sessionId: 4,
  requestId: "=1",
  action: "SETTINGS_CHANGED",
  objectType: null,
  objectId: null,
  facts: { a: ["1", '"'] },
};

test("exported CSV and JSON files have all columns of an entry", () => {
  expect(parseCsv(auditCsv([entry])).map(({ cells }) => cells)).toEqual([
    "id,created_at,actor_id,session_id,request_id,action,object_type,object_id,facts".split(","),
    [
      "3",
      "2026-01-01T00:00:00.000Z",
      "",
      "4",
      "'=1",
      "SETTINGS_CHANGED",
      "",
      "",
      '{"a":["1","\\""]}',
    ],
  ]);
  const other = { ...entry, actorId: 1, sessionId: null, objectType: "ALERT", objectId: 7 };
  expect(JSON.parse(auditJsonLines([other as AuditEntry]))).toMatchObject({
    actor_id: 1,
    session_id: null,
    object_type: "ALERT",
    object_id: "7",
  });
  expect(
    auditJsonLines([entry, entry])
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))[1],
  ).toEqual({
    id: "3",
    created_at: "2026-01-01T00:00:00.000Z",
    actor_id: null,
    session_id: "4",
    request_id: "=1",
    action: "SETTINGS_CHANGED",
    object_type: null,
    object_id: null,
    facts: { a: ["1", '"'] },
  });
});
