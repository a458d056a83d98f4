import { useEffect, useState } from "preact/hooks";
import { WhyNotifiedDocument, type WhyNotifiedQuery } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { metres } from "../../words/numbers.ts";
import { duration, moment } from "../../words/time.ts";

type Reason = NonNullable<WhyNotifiedQuery["whyNotified"]>;

const RULES: Record<Reason["rule"], string> = {
  INSIDE_WHEN_PUBLISHED: "Told: inside a zone when it was published.",
  CAME_IN_LATER: "Told: came in, or further in, while it lasted.",
  CAME_IN_AFTER_THE_END: "Not told: came in after it had ended.",
  NOT_A_TESTER: "Not told: it is an exercise or a test, and this is no tester.",
  NOT_YET: "Not told yet: it is still being published.",
  NO_POSITION: "Not told: has never reported a position.",
  OUTSIDE: "Not told: outside of all zones.",
  TOO_COARSE: "Not told: the position is too coarse to tell whether it lies in a zone.",
  TOO_OLD: "Not told: the last position was too old.",
};

const away = (distance: number | null) =>
  distance === null ? "–" : distance === 0 ? "inside" : `${metres(distance)} away`;

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
    <Dialog label={`Why ${name} was told or not`} onClose={onClose}>
      <h2>{name}</h2>
      <Problem text={problem} retry={() => void run()} />
      {reason && (
        <>
          <p>
            <strong>{RULES[reason.rule]}</strong>
          </p>
          {reason.latitude !== null && reason.longitude !== null && (
            <dl>
              <dt>Position</dt>
              <dd>
                {reason.latitude.toFixed(5)}, {reason.longitude.toFixed(5)}
                {reason.accuracy !== null && ` (± ${metres(reason.accuracy)})`}
              </dd>
              {reason.takenAt !== null && (
                <>
                  <dt>Taken</dt>
                  <dd>
                    {moment(reason.takenAt)}
                    {reason.age !== null &&
                      `, ${duration(reason.age)} old${reason.level === null ? "" : " when it counted"}`}
                  </dd>
                </>
              )}
              <dt>Area</dt>
              <dd>{away(reason.distance1)}</dd>
              <dt>Zone TWO</dt>
              <dd>{away(reason.distance2)}</dd>
              <dt>Zone THREE</dt>
              <dd>{away(reason.distance3)}</dd>
            </dl>
          )}
        </>
      )}
      <div class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
