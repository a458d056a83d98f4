import { useState } from "preact/hooks";
import { AreaView } from "../../components/area-view.tsx";
import { AskRemoval } from "../../components/ask-removal.tsx";
import { ImportAreas } from "../../components/import-areas.tsx";
import { NameDialog } from "../../components/name-dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { areaOf } from "../../geo/area.ts";
import { screenWatch } from "../../state/route.ts";
import {
  editArea,
  removeArea,
  type SavedArea,
  saveAreas,
  savedAreas,
  savedShapes,
} from "../../state/saved-areas.ts";
import { isTraining } from "../../state/training.ts";
import { t } from "../../words/translate.ts";
import { beginAlert } from "./begin-with.ts";

/** Asks for another name of a saved area. */
function RenameArea({ area, onClose }: { area: SavedArea; onClose: () => void }) {
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

/** Lists the saved areas: begins an alert with one, renames or removes one, and saves those of a file. */
export function AreaList() {
  const [asked, setAsked] = useState<SavedArea>();
  const [renamed, setRenamed] = useState<SavedArea>();
  const all = savedAreas.data.value;
  const { run, isBusy, problem } = useAction(async (id: number) => {
    const isStill = screenWatch();
    const shapes = await savedShapes(id);
    if (isStill()) beginAlert({ shapes });
  });
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{t("Saved areas")}</h2>
      <Problem text={savedAreas.error.value} retry={() => void savedAreas.load()} />
      <Problem text={problem} />
      {all?.length === 0 && (
        <p>{t("No area is saved yet. Draw one for an alert, or import a file.")}</p>
      )}
      <ul class="cards">
        {all?.map((area) => (
          <li key={area.id} class="user">
            <div>
              <strong>{area.name}</strong>
              {area.user && <p class="hint">{t("Saved by {name}", { name: area.user.name })}</p>}
              <AreaView key={area.version} load={async () => areaOf(await savedShapes(area.id))} />
            </div>
            <div class="user-actions">
              <button
                type="button"
                disabled={isBusy}
                aria-label={t("New alert for {name}", { name: area.name })}
                onClick={() => void run(area.id)}
              >
                {t("New alert")}
              </button>
              {!isTraining.value && (
                <>
                  <button
                    type="button"
                    aria-label={t("Rename {name}", { name: area.name })}
                    onClick={() => setRenamed(area)}
                  >
                    {t("Rename…")}
                  </button>
                  <button
                    type="button"
                    aria-label={t("Remove {name}", { name: area.name })}
                    onClick={() => setAsked(area)}
                  >
                    {t("Remove…")}
                  </button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {!isTraining.value && <ImportAreas action={t("Save these areas")} onImport={saveAreas} />}
      {renamed && <RenameArea area={renamed} onClose={() => setRenamed(undefined)} />}
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
