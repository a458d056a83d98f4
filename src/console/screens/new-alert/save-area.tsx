import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import type { Area } from "../../geo/area.ts";
import { changeArea, saveArea, savedAreas } from "../../state/saved-areas.ts";

/** Saves the drawn area by name, or as the new outline of an area that has the name. */
export function SaveArea({ area, onClose }: { area: Area; onClose: () => void }) {
  const [name, setName] = useState("");
  const same = savedAreas.data.value?.find(
    (saved) => saved.name.toLowerCase() === name.trim().toLowerCase(),
  );
  const { run, isBusy, problem } = useAction(async () => {
    if (same) await changeArea(same, { area });
    else await saveArea(name, area);
    onClose();
  });
  return (
    <Dialog label="Save this area" onClose={onClose}>
      <h2>Save this area</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label="Its name"
          placeholder="Reno valley, airport…"
          hint="All administrators can make alerts from it."
          value={name}
          onInput={setName}
        />
        <p role="status">{same && `“${same.name}” is saved already. This replaces its outline.`}</p>
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || name.trim() === ""}>
            {same ? "Replace it" : "Save"}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
