import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { shareDraft } from "../../state/sharing.ts";

/** Asks for the name under which the draft is shared. */
export function ShareDraft({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    await shareDraft(name);
    onClose();
  });
  return (
    <Dialog label="Share this draft" onClose={onClose}>
      <h2>Share this draft</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label="Its name"
          placeholder="Flood of the Reno"
          hint="All administrators can change and publish it. Users never see it."
          value={name}
          onInput={setName}
        />
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || name.trim() === ""}>
            Share
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
