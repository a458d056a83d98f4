import type { Alert } from "../api/load-alert.ts";
import { COURSES, type Step } from "../state/timeline.ts";
import { writeCsv } from "./csv.ts";
import { LEVELS } from "./levels.ts";

const HEADINGS = ["section", "item", "level", "time", "value"];

/** ISO 8601, because the file is read by other programs. */
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

type Row = readonly [section: string, item: string, level: string, time: string, value: string];

function factsOf(alert: Alert, at: number): Row[] {
  const { id, state, status, createdAt, expiresAt, cancelledAt, title, event, allClear, user } =
    alert;
  const fact = (item: string, value: string, level = ""): Row => ["alert", item, level, "", value];
  return [
    fact("id", String(id)),
    fact("status", status),
    ["alert", "published", "", iso(createdAt), user?.name ?? ""],
    ["alert", state === "ACTIVE" ? "ends" : "ended", "", iso(cancelledAt ?? expiresAt), ""],
    ["alert", "as-of", "", iso(at), ""],
    fact("title", title ?? ""),
    fact("event", event ?? ""),
    ...LEVELS.map((level, at) =>
      fact("text", [alert.text1, alert.text2, alert.text3][at] as string, level),
    ),
    fact("all-clear", allClear ?? ""),
  ];
}

function peopleOf({ delivery }: Alert): Row[] {
  return (delivery ?? []).flatMap((row): Row[] =>
    (
      [
        ["in-zones", row.users],
        ["pushed", row.usersPushed],
        ["waiting", row.usersWaiting],
        ["failed", row.usersFailed],
        ["seen", row.usersSeen],
      ] as const
    ).map(([item, number]) => ["people", item, row.level, "", String(number)]),
  );
}

const stepsOf = (steps: readonly Step[]): Row[] =>
  steps.flatMap((step) =>
    COURSES.map(
      (course): Row => [
        "timeline",
        course === "told" ? "in-zones" : course,
        "",
        iso(step.beganAt),
        String(step[course]),
      ],
    ),
  );

const failuresOf = ({ pushFailures }: Alert): Row[] =>
  (pushFailures ?? []).map(({ provider, reason, isFinal, users }) => [
    isFinal ? "failed pushes" : "waiting pushes",
    `${provider}: ${reason}`,
    "",
    "",
    String(users),
  ]);

const versionsOf = ({ history }: Alert): Row[] =>
  history
    .toSorted((a, b) => a.version - b.version)
    .flatMap((version): Row[] => {
      const { createdAt, expiresAt, user, title, text1, text2, text3, allClear } = version;
      const section = `version ${version.version}`;
      return [
        ["version", String(version.version), "", iso(createdAt), user?.name ?? ""],
        [section, "title", "", "", title ?? ""],
        ...[text1, text2, text3].map(
          (text, at): Row => [section, "text", LEVELS[at] ?? "", "", text],
        ),
        [section, "ends", "", iso(expiresAt), ""],
        ...(allClear === null ? [] : [[section, "all-clear", "", "", allClear] as const]),
      ];
    });

/** Writes the figures of an alert at a moment as a CSV file (RFC 4180): one figure a row, people each counted once. */
export const reportCsv = (alert: Alert, steps: readonly Step[], at: number) =>
  writeCsv([
    HEADINGS,
    ...factsOf(alert, at),
    ...peopleOf(alert),
    ...stepsOf(steps),
    ...failuresOf(alert),
    ...versionsOf(alert),
  ]);
