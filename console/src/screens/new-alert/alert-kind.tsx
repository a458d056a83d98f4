import { useSignalEffect } from "@preact/signals";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { isTraining } from "../../state/training.ts";
import { CERTAINTIES, LENGTHS, SEVERITIES, STATUSES, URGENCIES } from "../../words/alerts.ts";
import { exactDuration } from "../../words/time.ts";
import { t } from "../../words/translate.ts";
import { PositionAge } from "./position-age.tsx";

/** The lengths to choose from: the service's default, the usual ones, and the draft's own if a template set it. */
function lengths(own: number | undefined): (readonly [string, string])[] {
  const isOther = own !== undefined && !LENGTHS.some(([hours]) => Number(hours) === own);
  const others = isOther ? [[String(own), exactDuration(Math.round(own * 3600))] as const] : [];
  const usual = alertDefaults.value.duration;
  const [, text = exactDuration(usual)] =
    LENGTHS.find(([hours]) => Number(hours) * 3600 === usual) ?? [];
  return [["", t("{length}, as usual", { length: text })], ...LENGTHS, ...others];
}

/** Sets how long the alert lasts, whom it reaches, and the fields of CAP. */
export function AlertKind() {
  const { hours, status, event, severity, urgency, certainty, language } = draft.value;
  useSignalEffect(() => {
    if (isTraining.value && draft.value.status !== "EXERCISE") editDraft({ status: "EXERCISE" });
  });
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t("3. How long, and for whom")}</h2>
      <div class="row">
        <Select
          label={t("Lasts")}
          value={String(hours ?? "")}
          options={lengths(hours)}
          onChange={(value) => editDraft({ hours: value ? Number(value) : undefined })}
        />
        <Select
          label={t("Who is told")}
          value={status}
          options={isTraining.value ? STATUSES.filter(([name]) => name === "EXERCISE") : STATUSES}
          onChange={(value) => editDraft({ status: value })}
        />
      </div>
      <PositionAge />
      <details>
        <summary>{t("What happens, how bad, in which language")}</summary>
        <Field
          label={t("What happens")}
          placeholder={t("Flood, gas leak…")}
          value={event}
          onInput={(value) => editDraft({ event: value })}
        />
        <div class="row">
          <Select
            label={t("Severity")}
            value={severity}
            options={SEVERITIES}
            onChange={(value) => editDraft({ severity: value })}
          />
          <Select
            label={t("Urgency")}
            value={urgency}
            options={URGENCIES}
            onChange={(value) => editDraft({ urgency: value })}
          />
          <Select
            label={t("Certainty")}
            value={certainty}
            options={CERTAINTIES}
            onChange={(value) => editDraft({ certainty: value })}
          />
        </div>
        <Field
          label={t("Language of the texts")}
          placeholder={t("it, pt-BR…")}
          hint={t("Chooses the voice that speaks them. Empty: {language}.", {
            language: alertDefaults.value.language,
          })}
          value={language}
          onInput={(value) => editDraft({ language: value })}
        />
      </details>
    </section>
  );
}
