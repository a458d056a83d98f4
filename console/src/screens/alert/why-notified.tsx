import { useEffect, useState } from "preact/hooks";
import { WhyNotifiedDocument, type WhyNotifiedQuery } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { metres } from "../../words/numbers.ts";
import { duration, moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

type Reason = NonNullable<WhyNotifiedQuery["whyNotified"]>;

const RULES: Record<Reason["rule"], string> = {
  INSIDE_WHEN_PUBLISHED: t("Notification: inside a zone when it was published."),
  CAME_IN_LATER: t("Notification: came in, or further in, while it lasted."),
  CAME_IN_AFTER_THE_END: t("No notification: came in after it had ended."),
  NOT_A_TESTER: t("No notification: it is an exercise or a test, and this user is not a tester."),
  ENDED_BEFORE: t("No notification: the alert ended before its publication came to them."),
  NOT_YET: t("No notification yet: it is still being published."),
  NO_POSITION: t("No notification: has never reported a position."),
  OUTSIDE: t("No notification: outside of all zones."),
  TOO_COARSE: t("No notification: the position is too coarse to tell whether it lies in a zone."),
  TOO_OLD: t("No notification: the last position was too old."),
};

const distanceText = (distance: number | null) =>
  distance === null
    ? "–"
    : distance === 0
      ? t("inside")
      : t("{distance} away", { distance: metres(distance) });

/** Describes when a position was taken, and its age: when it counted, or now. */
function taken(at: number, age: number | null, hasCounted: boolean): string {
  if (age === null) return moment(at);
  const values = { time: moment(at), age: duration(age) };
  return hasCounted
    ? t("{time}, {age} old when it counted", values)
    : t("{time}, {age} old", values);
}

/** Explains why a user was or was not notified: the rule, the position that counted, and its distance to each zone. */
export function WhyNotified(props: {
  alertId: number;
  userId: number;
  name: string;
  onClose: () => void;
}) {
  const { alertId, userId, name, onClose } = props;
  const [reason, setReason] = useState<Reason>();
  const { run, problem } = useAction(async () => {
    const { whyNotified } = await request(WhyNotifiedDocument, { alertId, userId });
    if (whyNotified) setReason(whyNotified);
  });
  useEffect(() => void run(), [alertId, userId]);
  return (
    <Dialog label={t("Why {name} has a notification or not", { name })} onClose={onClose}>
      <h2>{name}</h2>
      <Problem text={problem} retry={() => void run()} />
      {reason && (
        <>
          <p>
            <strong>{RULES[reason.rule]}</strong>
          </p>
          {reason.latitude !== null && reason.longitude !== null && (
            <dl>
              <dt>{t("Position")}</dt>
              <dd>
                {reason.latitude.toFixed(5)}, {reason.longitude.toFixed(5)}
                {reason.accuracy !== null && ` (± ${metres(reason.accuracy)})`}
              </dd>
              {reason.takenAt !== null && (
                <>
                  <dt>{t("Taken")}</dt>
                  <dd>{taken(reason.takenAt, reason.age, reason.level !== null)}</dd>
                </>
              )}
              <dt>{t("Area")}</dt>
              <dd>{distanceText(reason.distance1)}</dd>
              <dt>{t("Zone TWO")}</dt>
              <dd>{distanceText(reason.distance2)}</dd>
              <dt>{t("Zone THREE")}</dt>
              <dd>{distanceText(reason.distance3)}</dd>
            </dl>
          )}
        </>
      )}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {t("Close")}
        </button>
      </div>
    </Dialog>
  );
}
