import { useState } from "preact/hooks";
import { messageOf } from "../../api/request.ts";
import { AskRemoval } from "../../components/ask-removal.tsx";
import { ImportAreas } from "../../components/import-areas.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { areaOf } from "../../geo/area.ts";
import { FileError } from "../../geo/files/file-error.ts";
import type { NamedArea } from "../../geo/files/read-file.ts";
import {
  removeArea,
  type SavedArea,
  saveArea,
  savedAreas,
  savedShapes,
} from "../../state/saved-areas.ts";
import { isTraining } from "../../state/training.ts";
import { beginWith } from "./begin-with.ts";

/** Saves areas one by one, and says which one cannot be saved. Those before it are saved. */
async function saveAll(areas: NamedArea[]): Promise<void> {
  for (const { name, shapes } of areas) {
    const area = areaOf(shapes);
    if (!area) continue;
    await saveArea(name, area).catch((error) => {
      throw new FileError(`“${name}”: ${messageOf(error)}`);
    });
  }
}

/** Lists the saved areas: begins an alert with one, removes one, and saves those of a file. */
export function AreaList() {
  const [asked, setAsked] = useState<SavedArea>();
  const all = savedAreas.data.value;
  const { run, isBusy, problem } = useAction(async (id: number) =>
    beginWith({ shapes: await savedShapes(id) }),
  );
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">Saved areas</h2>
      <Problem text={savedAreas.error.value} retry={() => void savedAreas.load()} />
      <Problem text={problem} />
      {all?.length === 0 && <p>No area is saved yet. Draw one for an alert, or import a file.</p>}
      <ul class="cards">
        {all?.map((area) => (
          <li key={area.id} class="user">
            <div>
              <strong>{area.name}</strong>
              {area.user && <p class="hint">Saved by {area.user.name}</p>}
            </div>
            <div class="user-actions">
              <button
                type="button"
                disabled={isBusy}
                aria-label={`New alert for ${area.name}`}
                onClick={() => void run(area.id)}
              >
                New alert
              </button>
              {!isTraining.value && (
                <button
                  type="button"
                  aria-label={`Remove ${area.name}`}
                  onClick={() => setAsked(area)}
                >
                  Remove…
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {!isTraining.value && <ImportAreas action="Save these areas" onImport={saveAll} />}
      {asked && (
        <AskRemoval
          name={asked.name}
          remove={() => removeArea(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
