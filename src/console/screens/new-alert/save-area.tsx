import { useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import type { Area } from "../../geo/area.ts";
import { replaceOutline, saveArea, savedAreas } from "../../state/saved-areas.ts";

/** Saves the drawn area by name, or as the new outline of an area that has the name. */
export function SaveArea({ area, onClose }: { area: Area; onClose: () => void }) {
  const [name, setName] = useState("");
  const same = savedAreas.data.value?.find(
    (saved) => saved.name.toLowerCase() === name.trim().toLowerCase(),
  );
  return (
    <NameDialog
      title="Save this area"
      placeholder="Reno valley, airport…"
      hint="All administrators can make alerts from it."
      name={name}
      onInput={setName}
      action={same ? "Replace it" : "Save"}
      save={() => (same ? replaceOutline(same, area) : saveArea(name, area))}
      onClose={onClose}
    >
      <p role="status">{same && `“${same.name}” is saved already. This replaces its outline.`}</p>
    </NameDialog>
  );
}
