import {
  AlertTemplateEditDocument,
  type AlertTemplateInput,
  AlertTemplateRemoveDocument,
  AlertTemplatesDocument,
  NewAlertTemplateDocument,
  type TemplateFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Draft } from "./draft-fields.ts";
import { loaded } from "./loaded.ts";
import { translationOf } from "./update-draft.ts";

export type Template = TemplateFragment;

const MAX_TEMPLATES = 1000;

export const templates = loaded(
  async (signal) =>
    (await request(AlertTemplatesDocument, { limit: MAX_TEMPLATES }, { signal })).alertTemplates ??
    [],
);

/** Loads a template; undefined if it was removed. */
export async function loadTemplate(id: number): Promise<Template | undefined> {
  const [found] = (await request(AlertTemplatesDocument, { limit: 1, id })).alertTemplates ?? [];
  return found;
}

/**
 * Saves a new template, or the next version of one, and returns its id. Fails if someone else has changed it since it
 * was loaded.
 */
export async function saveTemplate(
  template: Template | undefined,
  input: AlertTemplateInput,
): Promise<number | undefined> {
  let id = template?.id;
  if (template) {
    const expectedVersion = template.version;
    await request(AlertTemplateEditDocument, { id: template.id, input, expectedVersion });
  } else {
    id = (await request(NewAlertTemplateDocument, { input })).newAlertTemplate?.id;
  }
  await templates.load();
  return id;
}

export async function removeTemplate(id: number): Promise<void> {
  await request(AlertTemplateRemoveDocument, { id });
  await templates.load();
}

/** Returns the fields that a draft takes from a template, in place of those of another one. */
export function draftFrom(template: Template): Partial<Draft> {
  const { id, title, text1, text2, text3, level2Distance, level3Distance, duration } = template;
  const { language, event, severity, urgency, certainty, category, responseType, status } =
    template;
  return {
    templateId: id,
    title: title ?? "",
    texts: [text1, text2, text3],
    translations: template.texts.map(translationOf),
    level2Distance: level2Distance ?? undefined,
    level3Distance: level3Distance ?? undefined,
    hours: duration === null ? undefined : duration / 3600,
    language: language ?? "",
    event: event ?? "",
    severity,
    urgency,
    certainty,
    category: category ?? undefined,
    responseType: responseType ?? undefined,
    status,
  };
}
