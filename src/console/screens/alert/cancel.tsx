import { useState } from "preact/hooks";
import { AlertCancelDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { useAction } from "../../components/use-action.ts";
import { excess } from "../../state/text-length.ts";
import { people } from "../../words/numbers.ts";

/** Cancels an alert. Every recipient gets the all-clear. */
export function Cancel(props: {
  id: number;
  reached: number;
  onClose: (isEnded: boolean) => void;
}) {
  const { id, reached, onClose } = props;
  const [text, setText] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    await request(AlertCancelDocument, { id, text });
    onClose(true);
  });
  return (
    <Dialog label="End the alert" onClose={() => onClose(false)}>
      <h2>End the alert, and tell {people(reached)}?</h2>
      <p>The all-clear goes to everyone who was told, wherever they are now.</p>
      <TextEditor label="All-clear" value={text} onInput={setText} />
      <PushPreview title="What they see" text={text} />
      <Problem text={problem} />
      <div class="actions">
        <button
          type="button"
          class="danger"
          disabled={isBusy || text.trim() === "" || excess(text) > 0}
          onClick={() => void run()}
        >
          {isBusy ? "Ending…" : "End it now"}
        </button>
        <button type="button" disabled={isBusy} onClick={() => onClose(false)}>
          Not yet
        </button>
      </div>
    </Dialog>
  );
}
