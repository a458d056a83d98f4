import type { AlertStatus } from "../../api/operations.ts";
import { RequestError } from "../../api/request.ts";
import type { Send } from "../../components/use-held.ts";
import type { Area } from "../../geo/area.ts";
import { alertInput, missing } from "../../state/alert-input.ts";
import { discardKeptDraft, draft, isOnScreen } from "../../state/draft.ts";
import { goTo } from "../../state/route.ts";
import { saveBeforePublication } from "../../state/sharing.ts";
import { refuseAnotherUsersTry, sendAndRemember } from "../../state/tried.ts";
import { t } from "../../words/translate.ts";
import { PublishBar } from "./publish-bar.tsx";

const WENT_THROUGH = t(
  "An earlier try of this alert was published after all. Find it among the alerts, and update it with what you changed.",
);

/** Publishes the draft. A retry after a failure makes no second alert. */
async function publish(area: Area, send: Send): Promise<void> {
  await saveBeforePublication();
  // The user may leave the screen while the publication is held. Then the present draft is another one.
  const { key, shared } = draft.value;
  refuseAnotherUsersTry(draft.value);
  const input = alertInput(draft.value, area);
  try {
    const id = await sendAndRemember(input, () => send({ newAlert: input }));
    if (isOnScreen(key)) goTo({ screen: "alert", id });
    discardKeptDraft(key);
  } catch (error) {
    // For a shared draft, the service's message says whether someone else has published it.
    if ((error as RequestError).code === "CONFLICT" && !shared)
      throw new RequestError("CONFLICT", WENT_THROUGH);
    throw error;
  }
}

/** The question before publication, given the number of people as text, and the button that answers it. */
const QUESTIONS: Record<AlertStatus, [title: (all: string) => string, action: string]> = {
  ACTUAL: [(all) => t("Warn {people} now?", { people: all }), t("Publish now")],
  EXERCISE: [
    (all) => t("Publish the exercise to {people}?", { people: all }),
    t("Publish the exercise"),
  ],
  TEST: [(all) => t("Publish the test to {people}?", { people: all }), t("Publish the test")],
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
