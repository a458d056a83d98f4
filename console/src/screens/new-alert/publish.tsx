import type { ComponentChildren } from "preact";
import type { AlertStatus } from "../../api/operations.ts";
import type { RequestError } from "../../api/request.ts";
import type { Send } from "../../components/use-held.ts";
import type { Area } from "../../geo/area.ts";
import { alertInput, missing } from "../../state/alert-input.ts";
import { closePublished, draft, openDraft } from "../../state/draft.ts";
import { publishedFrom } from "../../state/open-draft.ts";
import { PublishedBefore } from "../../state/sent.ts";
import { training } from "../../state/training.ts";
import { t } from "../../words/translate.ts";
import { DraftSteps } from "./draft-steps.tsx";

/** The error codes after which an earlier try may have been published. */
const REFUSED = ["CONFLICT", "NOT_PUBLISHED"];

/** Publishes the draft. Its row is gone then, so that a retry after a failure makes no second alert. */
async function publish(area: Area, send: Send): Promise<void> {
  const row = await openDraft.value?.saveNow();
  if (!row) return;
  const newAlert = alertInput(draft.value, area);
  try {
    const id = await send({ newAlert, expectedStatus: newAlert.status ?? null }, row.saved);
    closePublished(row.id, id, row.saved);
  } catch (error) {
    const { code } = error as RequestError;
    // The user may be in training since the screen was opened. The draft then becomes an exercise.
    if (code === "FORBIDDEN") await training.load();
    const earlier = REFUSED.includes(code)
      ? await publishedFrom(row.id).catch(() => undefined)
      : undefined;
    throw earlier === undefined ? error : new PublishedBefore(earlier);
  }
}

/** The question before publication, and the button that answers it. */
const QUESTIONS: Record<AlertStatus, [title: string, action: string]> = {
  ACTUAL: [t("Publish the alert?"), t("Publish now")],
  EXERCISE: [t("Publish the exercise?"), t("Publish the exercise")],
  TEST: [t("Publish the test?"), t("Publish the test")],
};

/** The steps of a new alert. */
export function Publish({ children }: { children: ComponentChildren }) {
  const [title, action] = QUESTIONS[draft.value.status];
  return (
    <DraftSteps
      key={draft.value.key}
      title={title}
      action={action}
      publish={publish}
      missing={missing}
    >
      {children}
    </DraftSteps>
  );
}
