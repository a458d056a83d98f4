import { useState } from "preact/hooks";
import { AreaPicker } from "../../components/area-picker.tsx";
import { ImportAreas } from "../../components/import-areas.tsx";
import { addShapes } from "../../components/shape-buttons.tsx";
import { cornersOf } from "../../geo/files/corners.ts";
import { FileError, MOST_CORNERS } from "../../geo/files/file-error.ts";
import type { NamedArea } from "../../geo/files/read-file.ts";
import { draftArea, draftCrossings } from "../../state/draft.ts";
import { t } from "../../words/translate.ts";
import { SaveArea } from "./save-area.tsx";

const TOO_MANY = t("These areas together have more than 10,000 corners. Choose fewer of them.");

function addAll(areas: NamedArea[]): void {
  const shapes = areas.flatMap((area) => area.shapes);
  if (cornersOf(shapes) > MOST_CORNERS) throw new FileError(TOO_MANY);
  addShapes(shapes);
}

/** Adds saved areas, countries and files to the draft, and saves what is drawn. */
export function ReadyAreas() {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const area = draftArea.value;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("Saved areas, countries, files")}</summary>
      {isOpen && (
        <>
          <AreaPicker onPick={addShapes} />
          <ImportAreas action={t("Add these areas")} onImport={addAll} />
          <button
            type="button"
            disabled={!area || draftCrossings.value.length > 0}
            onClick={() => setSaving(true)}
          >
            {t("Save this area…")}
          </button>
        </>
      )}
      {isSaving && area && <SaveArea area={area} onClose={() => setSaving(false)} />}
    </details>
  );
}
