import { type ReadonlySignal, signal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import {
  type NotificationKind,
  PeopleReachedDocument,
  type PeopleReachedQuery,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { recipients } from "../../map/recipient-layers.ts";
import { loadOnChange } from "../../state/load-on-change.ts";
import { pages } from "../../state/pages.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";
import { WhyNotified } from "./why-notified.tsx";

const KINDS: Record<NotificationKind, (time: string) => string> = {
  ALERT: (time) => t("Alert {time}.", { time }),
  UPDATE: (time) => t("Update {time}.", { time }),
  ALL_CLEAR: (time) => t("All-clear {time}.", { time }),
};

/** Says whether and when someone has seen a notification. */
function seenTime(
  { seen, seenAt }: Pick<Recipient, "seen" | "seenAt">,
  time: (seconds: number) => string,
): string {
  if (!seen) return t("Not seen yet.");
  return seenAt ? t("Seen {time}.", { time: time(seenAt) }) : t("Seen.");
}

/**
 * The map shows all loaded recipients, at first one page. The list starts with FIRST, and each click about doubles it.
 */
const PAGE_SIZE = 1000;
const FIRST_SHOWN = 20;
const MORE_SHOWN = 100;

type Recipient = NonNullable<PeopleReachedQuery["notifications"]>[number];

const nameOf = ({ user, userId }: Pick<Recipient, "user" | "userId">) =>
  user?.name ?? t("User {id}", { id: userId });

/** Loads an alert's notifications, the newest first, and their total number. */
function makeRecipients(alertId: number) {
  const total = signal(0);
  const people = pages<Recipient>(PAGE_SIZE, async (page, signal) => {
    const variables = { alertId, ...page };
    const answer = await request(PeopleReachedDocument, variables, { signal });
    total.value = answer.notificationsConnection?.totalCount ?? 0;
    return answer.notifications ?? [];
  });
  return { people, total };
}

/** Shows who was notified, when and where, the newest first, on the map and in a list. */
export function Recipients(props: {
  alertId: number;
  change: ReadonlySignal<string>;
  /** Formats a time. */
  time?: (seconds: number) => string;
}) {
  const { alertId, change, time = moment } = props;
  const [shown, setShown] = useState(FIRST_SHOWN);
  const [asked, setAsked] = useState<{ userId: number; name: string }>();
  const { people, total } = useMemo(() => makeRecipients(alertId), [alertId]);
  useEffect(() => loadOnChange(change, people.load), [change, people]);
  useSignalEffect(() => {
    // A cleared place cannot be shown.
    const placed = (people.data.value ?? []).filter(({ placeKept }) => placeKept);
    recipients.value = placed.map(({ level, seen, longitude, latitude }) => ({
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
    const next = shown + Math.max(shown, MORE_SHOWN);
    setShown(next);
    if (next > loaded.length && hasMore) void people.more();
  }
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t("Notifications")}</h2>
      <LoadState of={people} empty={t("Nobody yet. Who comes in while it lasts is warned then.")} />
      <p class="hint">
        {loaded.length > 0 &&
          t("{shown, number} of {all, number} notifications, the newest first", {
            shown: Math.min(shown, loaded.length),
            all: Math.max(total.value, loaded.length),
          })}
      </p>
      <ul class="cards">
        {loaded
          .slice(0, shown)
          .map(({ id, kind, level, user, userId, createdAt, seen, seenAt }) => (
            <li key={id}>
              <LevelBadge level={level} /> {nameOf({ user, userId })}{" "}
              <span class="hint">{user?.email}</span>
              <p class="hint">
                {KINDS[kind](time(createdAt))} {seenTime({ seen, seenAt }, time)}{" "}
                <button
                  type="button"
                  class="plain"
                  aria-label={t("Why {name} has a notification", {
                    name: nameOf({ user, userId }),
                  })}
                  onClick={() => setAsked({ userId, name: nameOf({ user, userId }) })}
                >
                  {t("Why?")}
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
