import { useEffect } from "preact/hooks";
import {
  type MeQuery,
  QuietHoursEditDocument,
  QuietHoursRemoveDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Field } from "../../components/field.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { timeZone } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

type Hours = NonNullable<MeQuery["me"]>["quietHours"];

/** Shows and edits the quiet hours. */
export function QuietHours({ quietHours, onChange }: { quietHours: Hours; onChange: () => void }) {
  const { from = "22:00", to = "07:00" } = quietHours ?? {};
  const { fields, field, edit } = useFields({ from, to });
  // They may be set elsewhere, such as in another tab.
  useEffect(() => {
    if (quietHours) edit({ from, to });
  }, [from, to]);
  const { run, isBusy, problem } = useAction(async () => {
    await request(QuietHoursRemoveDocument, {});
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
      <Form
        action={t("Set quiet hours")}
        submit={async () => {
          await request(QuietHoursEditDocument, { input: { ...fields, timeZone } });
          onChange();
        }}
        buttons={
          quietHours && (
            <button type="button" disabled={isBusy} onClick={() => void run()}>
              {t("End them")}
            </button>
          )
        }
      >
        <div class="row">
          <Field label={t("From")} type="time" required {...field("from")} />
          <Field label={t("To")} type="time" required {...field("to")} />
        </div>
        <p class="hint">{t("By the clock of {zone}.", { zone: timeZone })}</p>
        <Problem text={problem} />
      </Form>
    </section>
  );
}
