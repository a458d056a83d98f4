import { useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import { shareDraft } from "../../state/sharing.ts";
import { t } from "../../words/translate.ts";

/** Asks for the name under which the draft is shared. */
export function ShareDraft({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  return (
    <NameDialog
      title={t("Share this draft")}
      placeholder={t("Flood of the Reno")}
      hint={t("All administrators can change and publish it. Users never see it.")}
      name={name}
      onInput={setName}
      action={t("Share")}
      save={() => shareDraft(name)}
      onClose={onClose}
    />
  );
}
