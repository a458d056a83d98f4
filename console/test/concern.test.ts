import { expect, test } from "@jest/globals";
import { concernsOf, hasJustEnded, textOf } from "../src/person/concern.ts";
import type { PersonAlert, Told } from "../src/person/inbox.ts";
import { personAlertOf, toldOf } from "./helpers/told.ts";

const NOW = 1_800_000_000;

const alert = (id: number, fields: Partial<PersonAlert> = {}) => personAlertOf(NOW, id, fields);
let ids = 0;
function told(alertId: number, level: Told["level"], fields: Partial<Told> = {}): Told {
  ids += 1;
  return toldOf(NOW, ids, alertId, { level, createdAt: NOW - 600 + ids, ...fields });
}
const from = (rows: Told[], alerts: PersonAlert[], isFresh = false) =>
  concernsOf(rows.toReversed(), new Map(alerts.map((one) => [one.id, one])), { now: NOW, isFresh });

test("active alerts come first, the most urgent of them first", () => {
  const concerns = from(
    [told(1, "ONE"), told(2, "THREE"), told(3, "ONE"), told(4, "TWO")],
    [alert(1, { state: "CANCELLED", cancelledAt: NOW - 60 }), alert(2), alert(3), alert(4)],
  );
  expect(concerns.map((one) => [one.alert.id, one.isActive])).toEqual([
    [3, true],
    [4, true],
    [2, true],
    [1, false],
  ]);
});

test("among equally urgent alerts, and among ended ones, the newest comes first", () => {
  const ended = { state: "CANCELLED", cancelledAt: NOW - 60 } as const;
  const concerns = from(
    [told(1, "ONE"), told(2, "TWO"), told(3, "ONE"), told(4, "THREE"), told(5, "ONE")],
    [alert(1), alert(2, ended), alert(3), alert(4, ended), alert(5, ended)],
  );
  expect(concerns.map((one) => one.alert.id)).toEqual([3, 1, 5, 4, 2]);
});

test("an alert's level is the most urgent one that its last version before the all-clear notified", () => {
  const rows = [told(1, "THREE"), told(1, "ONE"), told(1, "TWO")];
  expect(from(rows, [alert(1)])[0]?.level).toBe("ONE");
  const moved = told(1, "THREE", { kind: "UPDATE", version: 2 });
  expect(from([...rows, moved], [alert(1)])[0]?.level).toBe("THREE");
  // The all-clear tells everyone at their level, and is not a warning.
  const over = told(1, "THREE", { kind: "ALL_CLEAR", version: 3 });
  expect(from([...rows, over], [alert(1)])[0]?.level).toBe("ONE");
});

test("an alert is over once its end has passed, and is shown as just over for a day", () => {
  const ended = (seconds: number) =>
    from([told(1, "ONE")], [alert(1, { expiresAt: NOW - seconds })]);
  expect([ended(0), ended(-1)].map(([concern]) => concern?.isActive)).toEqual([false, true]);
  const isSaid = (seconds: number) => ended(seconds).some((concern) => hasJustEnded(concern, NOW));
  expect([isSaid(-1), isSaid(1), isSaid(86_399), isSaid(86_400)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("an alert whose only notification is the all-clear is shown with the all-clear's text", () => {
  const rows = [told(1, "TWO", { kind: "ALL_CLEAR", version: 2 })];
  const over = alert(1, { state: "CANCELLED", cancelledAt: NOW - 60, allClear: "It is over." });
  const [concern] = from(rows, [over]);
  expect(concern?.level).toBe("TWO");
  expect(textOf(over, "TWO")).toBe("It is over.");
  expect(textOf(alert(1), "TWO")).toBe("Close the windows.");
  expect(textOf({ ...over, allClear: null }, "THREE")).toBe("Roads are closed.");
  // An all-clear may be prepared before the alert is over.
  expect(textOf(alert(1, { allClear: "It is over." }), "ONE")).toBe("Leave.");
});

test("an alert that the service has just called active stays active, even if its end has passed by the clock", () => {
  const rows = [told(1, "ONE")];
  const alerts = [alert(1, { expiresAt: NOW - 86_400 })];
  expect(from(rows, alerts, true)[0]?.isActive).toBe(true);
  expect(from(rows, alerts, false)[0]?.isActive).toBe(false);
});
