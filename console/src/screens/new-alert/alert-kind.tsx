import { useSignalEffect } from "@preact/signals";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { draft, editDraft, openDraft } from "../../state/draft.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { type AgeUnit, defaultAge, positionAge } from "../../state/position-age.ts";
import { isTraining } from "../../state/training.ts";
import { CERTAINTIES, LENGTHS, SEVERITIES, STATUSES, URGENCIES } from "../../words/alert-words.ts";
import { CATEGORIES, RESPONSES } from "../../words/cap-words.ts";
import { ungroupedNumber } from "../../words/numbers.ts";
import { exactDuration } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const UNITS: readonly [AgeUnit, string][] = [
  ["hours", t("hours")],
  ["minutes", t("minutes")],
];

/** Sets the largest age of a last position that counts. */
function PositionAge() {
  const { positionAge: text, positionAgeUnit: unit } = draft.value;
  const usual = ungroupedNumber(defaultAge(unit));
  return (
    <div class="row age">
      <Field
        label={t("Age of positions, at most")}
        inputMode="decimal"
        autocomplete="off"
        placeholder={usual}
        hint={
          positionAge(draft.value) === null
            ? t("From 1 minute to 30 days. Write thousands without a mark: {number}.", {
                number: ungroupedNumber(1440),
              })
            : t("People whose last position is older are not told. Empty: {number} {unit}.", {
                number: usual,
                unit: UNITS.find(([name]) => name === unit)?.[1] ?? "",
              })
        }
        value={text}
        onInput={(typed) => editDraft({ positionAge: typed })}
      />
      <Select
        label={t("Hours or minutes")}
        value={unit}
        options={UNITS}
        onChange={(value) => editDraft({ positionAgeUnit: value })}
      />
    </div>
  );
}

/** The lengths to choose from: the service's default, the usual ones, and the draft's own if a template set it. */
function lengths(own: number | undefined): (readonly [string, string])[] {
  const isOther = own !== undefined && !LENGTHS.some(([hours]) => Number(hours) === own);
  const others = isOther ? [[String(own), exactDuration(Math.round(own * 3600))] as const] : [];
  const usual = alertDefaults.value.duration;
  const [, text = exactDuration(usual)] =
    LENGTHS.find(([hours]) => Number(hours) * 3600 === usual) ?? [];
  return [["", t("{length}, as usual", { length: text })], ...LENGTHS, ...others];
}

/** Sets how long the alert lasts, and whom it reaches. */
export function AlertKind() {
  const { hours, status } = draft.value;
  useSignalEffect(() => {
    if (!isTraining.value || draft.value.status === "EXERCISE") return;
    // The user has not begun a draft by being in training.
    if (openDraft.peek()?.isBegun.peek()) editDraft({ status: "EXERCISE" });
    else openDraft.peek()?.replace({ ...draft.peek(), status: "EXERCISE" });
  });
  return (
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
  );
}

/** Sets the fields of CAP, and whose position is too old. */
export function AlertDetails() {
  const { event, severity, urgency, certainty, category, responseType, language } = draft.value;
  return (
    <details>
      <summary>{t("Severity, language, age of positions")}</summary>
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
      <div class="row">
        <Select
          label={t("Kind of event")}
          value={category ?? ""}
          options={CATEGORIES}
          onChange={(value) => editDraft({ category: value || undefined })}
        />
        <Select
          label={t("What people should do")}
          value={responseType ?? ""}
          options={RESPONSES}
          onChange={(value) => editDraft({ responseType: value || undefined })}
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
      <PositionAge />
    </details>
  );
}
