import { useState } from "preact/hooks";
import type { AlertTemplateInput, CapCategory, ResponseType } from "../../api/operations.ts";
import { RequestError } from "../../api/request.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Select } from "../../components/select.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { Translations } from "../../components/translations.tsx";
import { textInput } from "../../state/alert-input.ts";
import { saveTemplate, type Template } from "../../state/alert-templates.ts";
import type { Translation } from "../../state/draft-fields.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { done } from "../../state/notice.ts";
import { translationOf } from "../../state/update-draft.ts";
import { CERTAINTIES, LENGTHS, SEVERITIES, STATUSES, URGENCIES } from "../../words/alert-words.ts";
import { CATEGORIES, RESPONSES } from "../../words/cap-words.ts";
import { languageName } from "../../words/languages.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { readWhole } from "../../words/read-whole.ts";
import { exactDuration } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** A template's fields as typed text. */
type Fields = { [Name in keyof Required<Omit<AlertTemplateInput, "texts">>]: string };

const EMPTY: Fields = {
  name: "",
  title: "",
  text1: "",
  text2: "",
  text3: "",
  allClear: "",
  correction: "",
  language: "",
  event: "",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  category: "",
  responseType: "",
  status: "ACTUAL",
  level2Distance: "",
  level3Distance: "",
  duration: "",
};

/** Returns the form's fields for a template, or for a new one. */
function fieldsOf(template: Template | undefined): Fields {
  const names = Object.keys(EMPTY) as (keyof Fields)[];
  const shown = names.map((name) => [name, String(template?.[name] ?? EMPTY[name])]);
  return Object.fromEntries(shown) as Fields;
}

function number(typed: string): number | null {
  if (typed.trim() === "") return null;
  const read = readWhole(typed);
  if (read !== undefined) return read;
  throw new RequestError(
    "BAD_USER_INPUT",
    t("Write the distances in whole metres, with digits only, such as 1500."),
  );
}

/** Returns the API's input. An empty field means the service's default. */
function inputOf(fields: Fields, translations: readonly Translation[]): AlertTemplateInput {
  const { level2Distance, level3Distance, duration, ...texts } = fields;
  return {
    ...(texts as Pick<AlertTemplateInput, "name">),
    texts: translations.map((one) => ({
      ...textInput(one),
      allClear: one.allClear?.trim() ? one.allClear : null,
    })),
    language: fields.language.trim() || null,
    title: fields.title.trim() || null,
    event: fields.event.trim() || null,
    category: (fields.category || null) as CapCategory | null,
    responseType: (fields.responseType || null) as ResponseType | null,
    level2Distance: number(level2Distance),
    level3Distance: number(level3Distance),
    duration: number(duration),
  };
}

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
  const [translations, setTranslations] = useState<readonly Translation[]>(
    () =>
      template?.texts.map((one) => ({ ...translationOf(one), allClear: one.allClear ?? "" })) ?? [],
  );
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
      submit={async () => {
        const id = await saveTemplate(template, inputOf(fields, translations));
        onClose();
        done(t("Saved: {name}", { name: fields.name.trim() }), `template-${id}`);
      }}
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
              headline={fields.title}
              {...field(TEXTS[index] as (typeof TEXTS)[number])}
            />
          ))}
          <Translations
            own={fields.language || alertDefaults.value.language}
            translations={translations}
            onChange={setTranslations}
            more={({ language, allClear = "" }, change) => (
              <TextEditor
                label={t("All-clear in {language}", { language: languageName(language) })}
                language={language}
                value={allClear}
                onInput={(value) => change({ allClear: value })}
              />
            )}
          />
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
            <Select label={t("Kind of event")} options={CATEGORIES} {...choice("category")} />
            <Select
              label={t("What people should do")}
              options={RESPONSES}
              {...choice("responseType")}
            />
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
