import type { AlertStatus } from "../../api/operations.ts";
import type { RequestError } from "../../api/request.ts";
import { PublishedBefore, publishedBefore, type Send } from "../../components/use-held.ts";
import type { Area } from "../../geo/area.ts";
import { alertInput, missing } from "../../state/alert-input.ts";
import { discardKeptDraft, draft, isOnScreen } from "../../state/draft.ts";
import { goTo } from "../../state/route.ts";
import { saveBeforePublication } from "../../state/sharing.ts";
import { training } from "../../state/training.ts";
import { refuseAnotherUsersTry, sendAndRemember } from "../../state/tried.ts";
import { t } from "../../words/translate.ts";
import { PublishBar } from "./publish-bar.tsx";

const WENT_THROUGH = t(
  "An earlier try of this alert was published after all. Update it with what you changed.",
);

/** The error codes after which an earlier try may have been published. */
const REFUSED = ["CONFLICT", "NOT_PUBLISHED"];

/** Publishes the draft. A retry after a failure makes no second alert. */
async function publish(area: Area, send: Send): Promise<void> {
  await saveBeforePublication();
  // The user may leave the screen while the publication is held. Then the present draft is another one.
  const { key, shared } = draft.value;
  refuseAnotherUsersTry(draft.value);
  const input = alertInput(draft.value, area);
  try {
    const id = await sendAndRemember(input, () =>
      send({ newAlert: input, expectedStatus: input.status ?? null }, key),
    );
    if (isOnScreen(key)) goTo({ screen: "alert", id });
    discardKeptDraft(key);
  } catch (error) {
    const { code } = error as RequestError;
    // The user may be in training since the screen was opened. The draft then becomes an exercise.
    if (code === "FORBIDDEN") await training.load();
    const earlier = REFUSED.includes(code) ? await publishedBefore(key) : undefined;
    // For a shared draft, the service's message says whether someone else has published it.
    if (earlier !== undefined || (code === "CONFLICT" && !shared))
      throw new PublishedBefore(WENT_THROUGH, earlier);
    throw error;
  }
}

/** The question before publication, and the button that answers it. */
const QUESTIONS: Record<AlertStatus, [title: string, action: string]> = {
  ACTUAL: [t("Publish the alert?"), t("Publish now")],
  EXERCISE: [t("Publish the exercise?"), t("Publish the exercise")],
  TEST: [t("Publish the test?"), t("Publish the test")],
};

/** The publish bar of a new alert. */
export function Publish() {
  const [title, action] = QUESTIONS[draft.value.status];
  return (
    <PublishBar
      button={t("Check and publish…")}
      title={title}
      action={action}
      publish={publish}
      missing={missing}
    />
  );
}
