import "../geo/unite.ts";
import { useEffect, useState } from "preact/hooks";
import { AskRemoval } from "../components/ask-removal.tsx";
import { Problem } from "../components/problem.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Title } from "../components/title.tsx";
import { draftFrom, removeTemplate, type Template, templates } from "../state/alert-templates.ts";
import { savedAreas } from "../state/saved-areas.ts";
import { isTraining } from "../state/training.ts";
import { t } from "../words/translate.ts";
import { AreaList } from "./templates/area-list.tsx";
import { beginAlert } from "./templates/begin-with.ts";
import { EditTemplate } from "./templates/edit-template.tsx";

type Open = { kind: "edit"; template?: Template } | { kind: "remove"; template: Template };

function TemplateItem({ template, open }: { template: Template; open: (dialog: Open) => void }) {
  const { name, status, text1 } = template;
  return (
    <li class="user">
      <div>
        <strong>{name}</strong> <StatusBadge status={status} />
        <p class="hint" dir="auto">
          {text1 || t("No text yet")}
        </p>
      </div>
      <div class="user-actions">
        <button
          type="button"
          aria-label={t("New alert from {name}", { name })}
          onClick={() => beginAlert(draftFrom(template))}
        >
          {t("New alert")}
        </button>
        {!isTraining.value && (
          <>
            <button
              type="button"
              aria-label={t("Edit {name}", { name })}
              onClick={() => open({ kind: "edit", template })}
            >
              {t("Edit")}
            </button>
            <button
              type="button"
              aria-label={t("Remove {name}", { name })}
              onClick={() => open({ kind: "remove", template })}
            >
              {t("Remove…")}
            </button>
          </>
        )}
      </div>
    </li>
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
      <Problem text={templates.error.value} retry={() => void templates.load()} />
      {all?.length === 0 && <p>{t("There is no template yet.")}</p>}
      <ul class="cards">
        {all?.map((template) => (
          <TemplateItem key={template.id} template={template} open={setDialog} />
        ))}
      </ul>
      {!isTraining.value && (
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
