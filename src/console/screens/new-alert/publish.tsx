import { useState } from "preact/hooks";
import { NewAlertDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { ReachNow } from "../../parts/reach.tsx";
import { alertInput, missing } from "../../state/alert-input.ts";
import { beginDraft, draft, draftArea, editDraft } from "../../state/draft.ts";
import { goTo } from "../../state/route.ts";
import { Confirm } from "./confirm.tsx";

const WENT_THROUGH =
  "An earlier try of this alert was published after all. Find it among the alerts, and update it with what you changed.";

/** Publishes the draft: sent again after a failure it makes no second alert. */
async function publish(): Promise<void> {
  const area = draftArea.value;
  if (!area) return;
  const input = alertInput(draft.value, area);
  editDraft({ tried: input });
  try {
    const { newAlert } = await request(NewAlertDocument, { input });
    if (!newAlert) return;
    goTo({ screen: "alert", id: newAlert.id });
    beginDraft();
  } catch (error) {
    if ((error as RequestError).code === "CONFLICT")
      throw new RequestError("CONFLICT", WENT_THROUGH);
    throw error;
  }
}

/** The last step: whom it reaches, what is missing, and the way to publish. */
export function Publish() {
  const [isAsking, setIsAsking] = useState(false);
  const lacking = missing(draft.value, draftArea.value);
  return (
    <div class="publish">
      <ReachNow />
      <div class="publish-row">
        <button
          type="button"
          class="danger"
          disabled={lacking !== ""}
          onClick={() => setIsAsking(true)}
        >
          Check and publish…
        </button>
        <span role="status">{lacking}</span>
      </div>
      {isAsking && (
        <Confirm
          title={(all) => `Warn ${all} now?`}
          action="Publish now"
          publish={publish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
