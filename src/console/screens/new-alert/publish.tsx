import { NewAlertDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import type { Area } from "../../geo/area.ts";
import { alertInput, missing } from "../../state/alert-input.ts";
import { discardDraft, draft, editDraft } from "../../state/draft.ts";
import { goTo } from "../../state/route.ts";
import { PublishBar } from "./publish-bar.tsx";

const WENT_THROUGH =
  "An earlier try of this alert was published after all. Find it among the alerts, and update it with what you changed.";

/** Publishes the draft. A retry after a failure makes no second alert. */
async function publish(area: Area): Promise<void> {
  const input = alertInput(draft.value, area);
  editDraft({ tried: input });
  try {
    const { newAlert } = await request(NewAlertDocument, { input });
    if (!newAlert) return;
    goTo({ screen: "alert", id: newAlert.id });
    discardDraft();
  } catch (error) {
    if ((error as RequestError).code === "CONFLICT")
      throw new RequestError("CONFLICT", WENT_THROUGH);
    throw error;
  }
}

/** The publish bar of a new alert. */
export function Publish() {
  return (
    <PublishBar
      button="Check and publish…"
      title={(all) => `Warn ${all} now?`}
      action="Publish now"
      publish={publish}
      missing={missing}
    />
  );
}
