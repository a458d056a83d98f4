import { useEffect, useState } from "preact/hooks";
import {
  type MeQuery,
  QuietHoursEditDocument,
  QuietHoursRemoveDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { timeZone } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

type Hours = NonNullable<MeQuery["me"]>["quietHours"];

/** Shows and edits the quiet hours. */
export function QuietHours({ quietHours, onChange }: { quietHours: Hours; onChange: () => void }) {
  const [from, setFrom] = useState(quietHours?.from ?? "22:00");
  const [to, setTo] = useState(quietHours?.to ?? "07:00");
  const [storedFrom, storedTo] = [quietHours?.from, quietHours?.to];
  // They may be set elsewhere, such as in another tab.
  useEffect(() => {
    if (storedFrom) setFrom(storedFrom);
    if (storedTo) setTo(storedTo);
  }, [storedFrom, storedTo]);
  const { run, isBusy, problem } = useAction(async (isSet: boolean) => {
    if (isSet) await request(QuietHoursEditDocument, { input: { from, to, timeZone } });
    else await request(QuietHoursRemoveDocument, {});
    onChange();
  });
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet">{t("Quiet hours")}</h2>
      <p>
        {quietHours
          ? t("Warnings for places near you wait from {from} to {to} ({zone}).", {
              from: quietHours.from,
              to: quietHours.to,
              zone: quietHours.timeZone,
            })
          : t("None: every push comes at once.")}{" "}
        <span class="hint">{t("Warnings for your own place always come.")}</span>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(true);
        }}
      >
        <div class="row">
          <Field label={t("From")} type="time" required value={from} onInput={setFrom} />
          <Field label={t("To")} type="time" required value={to} onInput={setTo} />
        </div>
        <p class="hint">{t("By the clock of {zone}.", { zone: timeZone })}</p>
        <Problem text={problem} />
        <button type="submit" disabled={isBusy}>
          {t("Set quiet hours")}
        </button>{" "}
        {quietHours && (
          <button type="button" disabled={isBusy} onClick={() => void run(false)}>
            {t("End them")}
          </button>
        )}
      </form>
    </section>
  );
}
