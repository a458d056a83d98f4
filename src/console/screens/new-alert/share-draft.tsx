import { useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import { shareDraft } from "../../state/sharing.ts";

/** Asks for the name under which the draft is shared. */
export function ShareDraft({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  return (
    <NameDialog
      title="Share this draft"
      placeholder="Flood of the Reno"
      hint="All administrators can change and publish it. Users never see it."
      name={name}
      onInput={setName}
      action="Share"
      save={() => shareDraft(name)}
      onClose={onClose}
    />
  );
}
