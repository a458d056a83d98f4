import { useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import { editArea, type SavedArea } from "../../state/saved-areas.ts";
import { t } from "../../words/translate.ts";

/** Asks for another name of a saved area. */
export function RenameArea({ area, onClose }: { area: SavedArea; onClose: () => void }) {
  const [name, setName] = useState(area.name);
  return (
    <NameDialog
      title={t("Rename “{name}”", { name: area.name })}
      placeholder=""
      hint={t("Alerts that were made from it do not change.")}
      name={name}
      onInput={setName}
      action={t("Rename")}
      save={() => editArea(area, { name })}
      onClose={onClose}
    />
  );
}
