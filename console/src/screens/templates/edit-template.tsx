import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { LevelBadge } from "../../components/level-badge.tsx";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { useAction } from "../../components/use-action.ts";
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
  const [fields, setFields] = useState(() => fieldsOf(template));
  const edit = (name: keyof Fields) => (value: string) =>
    setFields((before) => ({ ...before, [name]: value }));
  const field = (name: keyof Fields) => ({ value: fields[name], onInput: edit(name) });
  const choice = (name: keyof Fields) => ({
    value: fields[name],
    onChange: edit(name),
  });
  const { run, isBusy, problem } = useAction(async () => {
    await saveTemplate(template, inputOf(fields));
    onClose();
  });
  const title = template ? t("Edit “{name}”", { name: template.name }) : t("New template");
  return (
    <Dialog label={title} onClose={onClose} isWide>
      <h2>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label={t("Its name")} placeholder={t("Flood, gas leak…")} {...field("name")} />
        <p class="hint">
          {t(
            "Write {place} or {end}, or any other word in braces, for what differs each time. It is asked for before an alert is published.",
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
              <Select
                label={t("Lasts")}
                options={lengths(fields.duration)}
                {...choice("duration")}
              />
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
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || fields.name.trim() === ""}>
            {t("Save")}
          </button>
          <button type="button" onClick={onClose}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
