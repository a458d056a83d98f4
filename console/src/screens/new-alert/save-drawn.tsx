import { useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import type { Area } from "../../geo/area.ts";
import { draftArea, draftCrossings } from "../../state/draft.ts";
import { may } from "../../state/rights.ts";
import { editArea, saveArea, savedAreas } from "../../state/saved-areas.ts";
import { t } from "../../words/translate.ts";

/** Saves the drawn area by name, or as the new outline of the saved area with that name. */
function SaveArea({ area, onClose }: { area: Area; onClose: () => void }) {
  const [name, setName] = useState("");
  const same = savedAreas.data.value?.find(
    (saved) => saved.name.toLowerCase() === name.trim().toLowerCase(),
  );
  return (
    <NameDialog
      title={t("Save this area")}
      placeholder={t("Reno valley, airport…")}
      hint={t("Your colleagues can make alerts from it.")}
      name={name}
      onInput={setName}
      action={same ? t("Replace it") : t("Save")}
      save={() => (same ? editArea(same, { area }) : saveArea(name, area))}
      onClose={onClose}
    >
      <p role="status">
        {same && t("“{name}” is saved already. This replaces its outline.", { name: same.name })}
      </p>
    </NameDialog>
  );
}

/** A button that saves what is drawn. */
export function SaveDrawn() {
  const [isSaving, setSaving] = useState(false);
  const area = draftArea.value;
  if (!may("APPROVER")) return null;
  return (
    <>
      <button
        type="button"
        class="plain"
        disabled={!area || draftCrossings.value.length > 0}
        onClick={() => setSaving(true)}
      >
        {t("Save this area…")}
      </button>
      {isSaving && area && <SaveArea area={area} onClose={() => setSaving(false)} />}
    </>
  );
}
