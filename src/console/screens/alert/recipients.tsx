import { type ReadonlySignal, signal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import {
  type NotificationKind,
  PeopleReachedDocument,
  type PeopleReachedQuery,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { Problem } from "../../components/problem.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { recipients } from "../../map/recipient-layers.ts";
import { pages } from "../../state/pages.ts";
import { count } from "../../words/numbers.ts";
import { moment } from "../../words/time.ts";
import { WhyNotified } from "./why-notified.tsx";

const KINDS: Record<NotificationKind, string> = {
  ALERT: "Told",
  UPDATE: "Told the update",
  ALL_CLEAR: "Told the all-clear",
};

/** The map shows all loaded recipients, at first one page. The list starts with FIRST, and each click about doubles it. */
const PAGE = 1000;
const FIRST = 20;
const MORE = 100;
/** Milliseconds between two requests during a publication. */
const REST = 1500;

type Recipient = NonNullable<PeopleReachedQuery["notifications"]>[number];

/** Loads an alert's notifications, the newest first, and their total number. */
function makeRecipients(alertId: number) {
  const total = signal(0);
  const people = pages<Recipient>(PAGE, async (page, signal) => {
    const variables = { alertId, ...page };
    const answer = await request(PeopleReachedDocument, variables, { signal });
    total.value = answer.notificationsConnection?.totalCount ?? 0;
    return answer.notifications ?? [];
  });
  return { people, total };
}

/** Shows who was notified, when and where, the newest first, on the map and in a list. */
export function Recipients(props: { alertId: number; change: ReadonlySignal<string> }) {
  const { alertId, change } = props;
  const [shown, setShown] = useState(FIRST);
  const [asked, setAsked] = useState<{ userId: number; name: string }>();
  const { people, total } = useMemo(() => makeRecipients(alertId), [alertId]);
  // Loads the first recipients at once, and more after each change.
  useSignalEffect(() => {
    void change.value;
    if (!people.data.peek()) void people.load();
    const timer = setTimeout(() => void people.load(), REST);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    recipients.value = (people.data.value ?? []).map(({ level, seen, longitude, latitude }) => ({
      type: "Feature",
      properties: { level, seen },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    }));
  });
  useEffect(
    () => () => {
      recipients.value = [];
    },
    [],
  );

  const loaded = people.data.value ?? [];
  const hasMore = people.hasMore.value && loaded.length < total.value;
  function showMore(): void {
    const next = shown + Math.max(shown, MORE);
    setShown(next);
    if (next > loaded.length && hasMore) void people.more();
  }
  return (
    <section aria-labelledby="people">
      <h2 id="people">Notifications</h2>
      <Problem text={people.error.value} retry={() => void people.load()} />
      {people.data.value && loaded.length === 0 && (
        <p>Nobody yet. Who comes in while it lasts is told then.</p>
      )}
      <p class="hint">
        {loaded.length > 0 &&
          `${count(Math.min(shown, loaded.length))} of ${count(Math.max(total.value, loaded.length))} notifications, the newest first`}
      </p>
      <ul class="cards">
        {loaded
          .slice(0, shown)
          .map(({ id, kind, level, user, userId, createdAt, seen, seenAt }) => (
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
      {(loaded.length > shown || hasMore) && (
        <ShowMore isBusy={shown > loaded.length && people.isLoading.value} onClick={showMore} />
      )}
      {asked && <WhyNotified alertId={alertId} {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
