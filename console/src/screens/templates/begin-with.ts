import { beginDraft, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { goTo } from "../../state/route.ts";

/** Begins a new alert with some fields, and opens its screen. The browser keeps it at once. */
export function beginAlert(fields: Partial<Draft>): void {
  beginDraft();
  editDraft(fields);
  goTo({ screen: "new" });
}
