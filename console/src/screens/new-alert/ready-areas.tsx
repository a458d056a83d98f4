import { useState } from "preact/hooks";
import { AreaPicker } from "../../components/area-picker.tsx";
import { ImportAreas } from "../../components/import-areas.tsx";
import { NameDialog } from "../../components/name-dialog.tsx";
import { adderTo } from "../../components/shape-buttons.tsx";
import type { Area, Shape } from "../../geo/area.ts";
import { cornerCount } from "../../geo/files/corners.ts";
import { FileError, MAX_CORNERS } from "../../geo/files/file-error.ts";
import type { NamedArea } from "../../geo/files/read-file.ts";
import { draft, draftArea, draftCrossings } from "../../state/draft.ts";
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
      hint={t("All administrators can make alerts from it.")}
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

const TOO_MANY = t("These areas together have more than 10,000 corners. Choose fewer of them.");

/** Returns the shapes of all areas. Throws if they have too many corners together. */
function shapesOfAll(areas: NamedArea[]): Shape[] {
  const shapes = areas.flatMap((area) => area.shapes);
  if (cornerCount(shapes.map(({ coordinates }) => coordinates)) > MAX_CORNERS)
    throw new FileError(TOO_MANY);
  return shapes;
}

/** Adds saved areas, countries and files to the draft, and saves what is drawn. */
export function ReadyAreas() {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const area = draftArea.value;
  const add = adderTo(draft.value.key);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("Saved areas, countries, files")}</summary>
      {isOpen && (
        <>
          <AreaPicker onPick={add} />
          <ImportAreas
            takesOnlyOne
            action={t("Add these areas")}
            onImport={(areas) => add(shapesOfAll(areas))}
          />
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
