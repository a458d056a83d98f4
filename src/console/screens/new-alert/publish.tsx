import { useState } from "preact/hooks";
import { NewAlertDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";
import { alertInput, missing } from "../../state/alert-input.ts";
import { clearDraft, draft, draftArea } from "../../state/draft.ts";
import { goTo } from "../../state/route.ts";

function Confirm({ onClose }: { onClose: () => void }) {
  const { run, isBusy, problem } = useAction(async () => {
    const area = draftArea.value;
    if (!area) return;
    const { newAlert } = await request(NewAlertDocument, { input: alertInput(draft.value, area) });
    if (!newAlert) return;
    clearDraft();
    goTo({ screen: "alert", id: newAlert.id });
  });
  return (
    <Dialog label="Publish the alert" onClose={onClose}>
      <h2>Warn people now?</h2>
      <Problem text={problem} />
      <div class="actions">
        <button type="button" class="danger" disabled={isBusy} onClick={() => void run()}>
          {isBusy ? "Publishing…" : "Publish now"}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          Not yet
        </button>
      </div>
    </Dialog>
  );
}

/** The last step: what is missing, or the way to publish. */
export function Publish() {
  const [isAsking, setIsAsking] = useState(false);
  const lacking = missing(draft.value, draftArea.value);
  return (
    <div class="publish">
      <p role="status">{lacking}</p>
      <button
        type="button"
        class="danger"
        disabled={lacking !== ""}
        onClick={() => setIsAsking(true)}
      >
        Check and publish…
      </button>
      {isAsking && <Confirm onClose={() => setIsAsking(false)} />}
    </div>
  );
}
