import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { LevelBadge } from "../../components/level-badge.tsx";
import { Select } from "../../components/select.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { saveTemplate, type Template } from "../../state/alert-templates.ts";
import { CERTAINTIES, LENGTHS, SEVERITIES, STATUSES, URGENCIES } from "../../words/alert-words.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { exactDuration } from "../../words/time.ts";
import { t } from "../../words/translate.ts";
import { type Fields, fieldsOf, inputOf } from "./template-fields.ts";

const TEXTS = ["text1", "text2", "text3"] as const;

/** The lengths to choose from, and the template's own if it is not among them. */
function lengths(own: string): (readonly [string, string])[] {
  const usual = LENGTHS.map(([hours, text]) => [String(Number(hours) * 3600), text] as const);
  const isOther = own !== "" && !usual.some(([seconds]) => seconds === own);
  return [
    ["", t("as usual")],
    ...usual,
    ...(isOther ? ([[own, exactDuration(Number(own))]] as const) : []),
  ];
}

/** The form of a template. */
export function EditTemplate(props: { template: Template | undefined; onClose: () => void }) {
  const { template, onClose } = props;
  const { fields, field, edit } = useFields(() => fieldsOf(template));
  const choice = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (value: string) => edit({ [name]: value }),
  });
  const title = template ? t("Edit “{name}”", { name: template.name }) : t("New template");
  return (
    <FormDialog
      title={title}
      isWide
      action={t("Save")}
      isReady={fields.name.trim() !== ""}
      submit={() => saveTemplate(template, inputOf(fields)).then(onClose)}
      onClose={onClose}
    >
      <Field label={t("Name")} placeholder={t("Flood, gas leak…")} {...field("name")} />
      <p class="hint">
        {t(
          "Write {place}, or any other word in braces, for what differs each time: it is asked for once, for the alert and its all-clear. {end} is when the alert ends.",
          { place: "{place}", end: "{end}" },
        )}
      </p>
      <div class="columns">
        <section aria-label={t("Texts")}>
          <Field
            label={t("Title")}
            placeholder={t("Gas leak in {place}", { place: "{place}" })}
            {...field("title")}
          />
          {LEVELS.map((level, index) => (
            <TextEditor
              key={level}
              label={t("{level} for those {place}", {
                level: <LevelBadge level={level} />,
                place: PLACES[level],
              })}
              {...field(TEXTS[index] as (typeof TEXTS)[number])}
            />
          ))}
        </section>
        <section aria-label={t("Afterwards, and the rest")}>
          <TextEditor label={t("All-clear")} {...field("allClear")} />
          <TextEditor label={t("Correction of a false alert")} {...field("correction")} />
          <Field label={t("What happens")} {...field("event")} />
          <div class="row">
            <Select label={t("Severity")} options={SEVERITIES} {...choice("severity")} />
            <Select label={t("Urgency")} options={URGENCIES} {...choice("urgency")} />
            <Select label={t("Certainty")} options={CERTAINTIES} {...choice("certainty")} />
          </div>
          <div class="row">
            <Select label={t("Who is told")} options={STATUSES} {...choice("status")} />
            <Select label={t("Lasts")} options={lengths(fields.duration)} {...choice("duration")} />
          </div>
          <div class="row">
            <Field
              label={t("TWO, metres")}
              inputMode="numeric"
              placeholder={t("as usual")}
              {...field("level2Distance")}
            />
            <Field
              label={t("THREE, metres")}
              inputMode="numeric"
              placeholder={t("as usual")}
              {...field("level3Distance")}
            />
            <Field label={t("Language")} placeholder={t("it, pt-BR…")} {...field("language")} />
          </div>
        </section>
      </div>
    </FormDialog>
  );
}
