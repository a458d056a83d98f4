import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type NotificationKind, PeopleReachedDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { toldPeople } from "../../map/told-layers.ts";
import { LevelBadge } from "../../parts/level-badge.tsx";
import { Problem } from "../../parts/problem.tsx";
import { loaded } from "../../state/loaded.ts";
import { moment } from "../../words/time.ts";
import { Why } from "./why.tsx";

const KINDS: Record<NotificationKind, string> = {
  ALERT: "Told",
  UPDATE: "Told the update",
  ALL_CLEAR: "Told the all-clear",
};

/** The map shows so many; the list begins with few. */
const MOST = 1000;
const FIRST = 20;
/** Milliseconds between two looks while people are being told. */
const REST = 1500;

/** Who was told, when and where, the newest first, on the map as in the list. */
export function PeopleTold(props: { alertId: number; change: ReadonlySignal<string> }) {
  const { alertId, change } = props;
  const [shown, setShown] = useState(FIRST);
  const [asked, setAsked] = useState<{ userId: number; name: string }>();
  const people = useMemo(
    () =>
      loaded(async (signal) => {
        const variables = { alertId, limit: MOST, offset: 0 };
        return (await request(PeopleReachedDocument, variables, { signal })).notifications ?? [];
      }),
    [alertId],
  );
  // The first to be told are looked for at once, and more as they come.
  useSignalEffect(() => {
    void change.value;
    if (!people.data.peek()) void people.load();
    const timer = setTimeout(() => void people.load(), REST);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    toldPeople.value = (people.data.value ?? []).map(({ level, seen, longitude, latitude }) => ({
      type: "Feature",
      properties: { level, seen },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    }));
  });
  useEffect(
    () => () => {
      toldPeople.value = [];
    },
    [],
  );

  const all = people.data.value ?? [];
  return (
    <section aria-labelledby="people">
      <h2 id="people">People told</h2>
      <Problem text={people.error.value} retry={() => void people.load()} />
      {people.data.value && all.length === 0 && (
        <p>Nobody yet. Who comes in while it lasts is told then.</p>
      )}
      <ul class="cards">
        {all.slice(0, shown).map(({ id, kind, level, user, userId, createdAt, seen, seenAt }) => (
          <li key={id}>
            <LevelBadge level={level} /> {user?.name ?? `User ${userId}`}{" "}
            <span class="hint">{user?.email}</span>
            <p class="hint">
              {KINDS[kind]} {moment(createdAt)}.{" "}
              {seen ? `Seen${seenAt ? ` ${moment(seenAt)}` : ""}.` : "Not seen yet."}{" "}
              <button
                type="button"
                class="plain"
                aria-label={`Why ${user?.name ?? `user ${userId}`} was told`}
                onClick={() => setAsked({ userId, name: user?.name ?? `User ${userId}` })}
              >
                Why?
              </button>
            </p>
          </li>
        ))}
      </ul>
      {all.length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show more
        </button>
      )}
      {asked && <Why alertId={alertId} {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
