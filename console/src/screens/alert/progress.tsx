import { useEffect } from "preact/hooks";
import type { LevelAlert, ProgressFragment } from "../../api/operations.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { useChannels } from "../../components/channel-lights.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { stateOf } from "../../state/alert-list.ts";
import { type CellSum, cellOf, cells, sumsByCell, toldEverywhere } from "../../state/cells.ts";
import { now } from "../../state/now.ts";
import { channels, pushProviders } from "../../state/push.ts";
import { LEVELS } from "../../words/levels.ts";
import { count, people } from "../../words/numbers.ts";
import { providerName } from "../../words/provider-name.ts";
import { providerState, pushReason } from "../../words/push-words.ts";
import { duration, relativeTime } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** Shows of each channel whether pushes go out now. */
export function PushReadiness() {
  useChannels();
  const providers = pushProviders.value;
  if (!providers) {
    return channels.error.value ? <p>{t("Whether pushes go out is not known now.")}</p> : null;
  }
  return (
    <ul class="plain-list" aria-label={t("Whether pushes go out")}>
      {providers.map((provider) => (
        <li key={provider.provider} class={provider.state === "ON" ? "" : "bad"}>
          {providerState(provider)}
        </li>
      ))}
    </ul>
  );
}

type PushFailure = NonNullable<ProgressFragment["pushFailures"]>[number];

/** Shows why pushes have failed or wait, and how many. */
function PushFailures({ failures }: { failures: readonly PushFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <section class="problem" aria-labelledby="failures">
      <h2 id="failures">{t("Why pushes did not go out")}</h2>
      <ul class="plain-list">
        {failures.map(({ provider, reason, isFinal, pushes, users }) => (
          <li key={`${provider} ${reason} ${isFinal}`}>
            <strong>
              {t("{pushes, plural, one {# push} other {# pushes}} to {people}", {
                pushes,
                people: people(users),
              })}
            </strong>{" "}
            {isFinal
              ? t("failed")
              : t(
                  "{pushes, plural, one {waits and is tried again} other {wait and are tried again}}",
                  { pushes },
                )}
            : {pushReason(reason)} · {providerName(provider)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows a share as a bar. Hidden from screen readers, because the number stands next to it. */
function Bar({ part, whole }: { part: number; whole: number }) {
  return <progress value={part} max={Math.max(whole, 1)} aria-hidden="true" />;
}

/** Says how far a cell is, and how many people may not know of the alert because it does not answer. */
function stateInCell({ cell, isPresent, isComplete }: CellSum): string {
  const { isAnswering = true, people: number = null, reportedAt = null } = cellOf(cell) ?? {};
  const isDone = isPresent && isComplete;
  if (isAnswering) {
    if (isDone) return t("complete");
    return isPresent ? t("publishing") : t("has not got this version yet");
  }
  if (isDone) return t("complete, but does not answer now");
  const whom = number === null ? t("its people") : people(number);
  return reportedAt === null
    ? t("does not answer: {whom} may know nothing of it", { whom })
    : t("does not answer: {whom} may know nothing of it. Its last report was {when}.", {
        whom,
        when: relativeTime(reportedAt, now.value),
      });
}

type Sums = Omit<CellSum, "cell" | "isComplete" | "isPresent">;

/** The figures of a level or a cell. */
const FIGURES: readonly Column<Sums & { median?: number | null }>[] = [
  [t("In the zones"), ({ users }) => count(users), "number"],
  [
    t("Pushed"),
    ({ usersPushed, users }) => (
      <>
        {count(usersPushed)}
        <Bar part={usersPushed} whole={users} />
      </>
    ),
    "number",
  ],
  [t("Waiting"), ({ usersWaiting }) => count(usersWaiting), "number"],
  [t("Failed"), ({ usersFailed }) => count(usersFailed), "number"],
  [
    t("Seen"),
    ({ usersSeen, users, median = null }) => (
      <span
        title={
          median === null ? undefined : t("half within {duration}", { duration: duration(median) })
        }
      >
        {count(usersSeen)}
        <Bar part={usersSeen} whole={users} />
      </span>
    ),
    "number",
  ],
];

const CELL_COLUMNS: readonly Column<CellSum>[] = [
  [
    t("Cell"),
    (row) => (
      <>
        {row.cell}
        <p class={cellOf(row.cell)?.isAnswering === false ? "bad" : "hint"}>{stateInCell(row)}</p>
      </>
    ),
  ],
  ...FIGURES,
];

const LEVEL_COLUMNS: readonly Column<Sums & { level: LevelAlert }>[] = [
  [t("Level"), ({ level }) => <LevelBadge level={level} />],
  ...FIGURES,
];
const NOBODY = { users: 0, usersPushed: 0, usersWaiting: 0, usersFailed: 0, usersSeen: 0 };

/** Shows what has become of an alert in each cell. */
function Cells({ rows }: { rows: CellSum[] }) {
  const hasCells = rows.length > 0;
  useEffect(() => {
    if (hasCells) void cells.load();
  }, [hasCells]);
  if (!hasCells) return null;
  return (
    <>
      <h3>{t("Cells")}</h3>
      <Table columns={CELL_COLUMNS} rows={rows} keyOf={({ cell }) => cell} kind="progress" />
    </>
  );
}

/** Leads with why pushes have failed or wait, and the three numbers that count: in the zones, pushed, seen. */
export function Figures({ alert }: { alert: ProgressFragment }) {
  const rows = [...(alert.delivery ?? []), ...(alert.cells ?? [])];
  const total = (field: "usersPushed" | "usersWaiting" | "usersSeen") =>
    rows.reduce((sum, row) => sum + row[field], 0);
  const [inZones, pushed, seen] = [toldEverywhere(alert), total("usersPushed"), total("usersSeen")];
  const isSilent = inZones > 0 && pushed + total("usersWaiting") === 0;
  return (
    <>
      <PushFailures failures={alert.pushFailures ?? []} />
      <div role="status" class={isSilent ? "reached problem" : "reached"}>
        {(
          [
            [inZones, t("in the zones")],
            [pushed, t("pushed")],
            [seen, t("seen")],
          ] as const
        ).map(([number, name]) => (
          <p key={name}>
            <strong>{count(number)}</strong> {name}
          </p>
        ))}
      </div>
    </>
  );
}

/**
 * Shows live what has become of the people in the zones, each counted at their most urgent level: how many were pushed
 * to, wait for a push, have a push that failed, and have seen the notification, at each level here, and in each cell.
 */
export function Progress({ alert }: { alert: ProgressFragment }) {
  const rows = LEVELS.map((level) => {
    const { seenAfterMedian: median, ...sums } = alert.delivery?.find(
      (row) => row.level === level,
    ) ?? { seenAfterMedian: null };
    return { ...NOBODY, ...sums, level, median };
  });
  const inCells = sumsByCell(alert);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">{t("People in the zones")}</h2>
      <Table columns={LEVEL_COLUMNS} rows={rows} keyOf={({ level }) => level} kind="progress" />
      <p class="hint">
        {t(
          "Each person counts once. Pushed: a push has left the service for one of their devices. Who has no device sees it in the app or on their page only.",
        )}
      </p>
      <Cells rows={inCells} />
      {stateOf(alert, now.value) === "ACTIVE" && (
        <>
          <h3>{t("Whether pushes go out now")}</h3>
          <PushReadiness />
        </>
      )}
    </section>
  );
}
