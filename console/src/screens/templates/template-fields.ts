import type { AlertTemplateInput } from "../../api/operations.ts";
import { RequestError } from "../../api/request.ts";
import type { Template } from "../../state/alert-templates.ts";
import { readWhole } from "../../words/read-whole.ts";
import { t } from "../../words/translate.ts";

/** A template's fields as typed text. */
export type Fields = { [Name in keyof Required<AlertTemplateInput>]: string };

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
  status: "ACTUAL",
  level2Distance: "",
  level3Distance: "",
  duration: "",
};

/** Returns the form's fields for a template, or for a new one. */
export function fieldsOf(template: Template | undefined): Fields {
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
export function inputOf(fields: Fields): AlertTemplateInput {
  const { level2Distance, level3Distance, duration, ...texts } = fields;
  return {
    ...(texts as Pick<AlertTemplateInput, "name">),
    language: fields.language.trim() || null,
    title: fields.title.trim() || null,
    event: fields.event.trim() || null,
    level2Distance: number(level2Distance),
    level3Distance: number(level3Distance),
    duration: number(duration),
  };
}
