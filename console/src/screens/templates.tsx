import "../geo/unite.ts";
import { useEffect, useState } from "preact/hooks";
import { AreaView } from "../components/area-view.tsx";
import { AskRemoval } from "../components/ask-removal.tsx";
import { StatusBadge } from "../components/badges.tsx";
import { ImportAreas } from "../components/import-areas.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { NameDialog } from "../components/name-dialog.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { areaOf } from "../geo/area.ts";
import { draftFrom, removeTemplate, type Template, templates } from "../state/alert-templates.ts";
import { done } from "../state/notice.ts";
import { may } from "../state/rights.ts";
import { screenWatch } from "../state/route.ts";
import {
  editArea,
  removeArea,
  type SavedArea,
  saveAreas,
  savedAreas,
  savedShapes,
} from "../state/saved-areas.ts";
import { isTraining } from "../state/training.ts";
import { listed } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { beginAlert } from "./templates/begin-with.ts";
import { EditTemplate } from "./templates/edit-template.tsx";

/** True if the user may save for this authority, or for any. */
const canSave = (authorityId?: number) => !isTraining.value && may("APPROVER", authorityId);

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
function AreaList() {
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
      <LoadState
        of={savedAreas}
        empty={t("No area is saved yet. Draw one for an alert, or import a file.")}
      />
      <Problem text={problem} />
      <ul class="cards">
        {all?.map((area) => (
          <ListItem
            key={area.id}
            isBusy={isBusy}
            actions={[
              [
                t("New alert"),
                t("New alert for {name}", { name: area.name }),
                () => void run(area.id),
              ],
              canSave(area.authorityId) && [
                t("Rename…"),
                t("Rename {name}", { name: area.name }),
                () => setRenamed(area),
              ],
              canSave(area.authorityId) && [
                t("Remove…"),
                t("Remove {name}", { name: area.name }),
                () => setAsked(area),
              ],
            ]}
          >
            <strong dir="auto">{area.name}</strong>
            {area.user && <p class="hint">{t("Saved by {name}", { name: area.user.name })}</p>}
            <AreaView key={area.version} load={async () => areaOf(await savedShapes(area.id))} />
          </ListItem>
        ))}
      </ul>
      {canSave() && (
        <ImportAreas
          action={t("Save these areas")}
          onImport={async (areas) => {
            await saveAreas(areas);
            done(t("Saved: {name}", { name: listed(areas.map(({ name }) => name)) }));
          }}
        />
      )}
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

type Open = { kind: "edit"; template?: Template } | { kind: "remove"; template: Template };

function TemplateItem({ template, open }: { template: Template; open: (dialog: Open) => void }) {
  const { name, status, text1 } = template;
  return (
    <ListItem
      id={`template-${template.id}`}
      actions={[
        [
          t("New alert"),
          t("New alert from {name}", { name }),
          () => beginAlert(draftFrom(template)),
        ],
        canSave(template.authorityId) && [
          t("Edit"),
          t("Edit {name}", { name }),
          () => open({ kind: "edit", template }),
        ],
        canSave(template.authorityId) && [
          t("Remove…"),
          t("Remove {name}", { name }),
          () => open({ kind: "remove", template }),
        ],
      ]}
    >
      <strong dir="auto">{name}</strong> <StatusBadge status={status} />
      <p class="hint" dir="auto" lang={text1 && (template.language ?? undefined)}>
        {text1 || t("No text yet")}
      </p>
    </ListItem>
  );
}

/** The screen of templates and saved areas, from which alerts are made. */
export function TemplatesScreen() {
  const [dialog, setDialog] = useState<Open>();
  useEffect(() => {
    void templates.load();
    void savedAreas.load();
  }, []);
  const all = templates.data.value;
  const close = () => setDialog(undefined);
  return (
    <main class="page">
      <Title text={t("Templates")} />
      <LoadState of={templates} empty={t("There is no template yet.")} />
      <ul class="cards">
        {all?.map((template) => (
          <TemplateItem key={template.id} template={template} open={setDialog} />
        ))}
      </ul>
      {canSave() && (
        <button type="button" class="primary" onClick={() => setDialog({ kind: "edit" })}>
          {t("New template")}
        </button>
      )}
      <AreaList />
      {dialog?.kind === "edit" && <EditTemplate template={dialog.template} onClose={close} />}
      {dialog?.kind === "remove" && (
        <AskRemoval
          name={dialog.template.name}
          remove={() => removeTemplate(dialog.template.id)}
          onClose={close}
        />
      )}
    </main>
  );
}
