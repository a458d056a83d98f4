import "../geo/unite.ts";
import { useEffect } from "preact/hooks";
import { loadAlert } from "../api/load-alert.ts";
import { RequestError } from "../api/request.ts";
import { Checkbox } from "../components/checkbox.tsx";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import type { Send } from "../components/use-held.ts";
import { useTemplate } from "../components/use-template.ts";
import type { Area } from "../geo/area.ts";
import { missingInUpdate, updateInput } from "../state/alert-input.ts";
import {
  beginDraft,
  closePublished,
  draft,
  editDraft,
  isOnScreen,
  openDraft,
  openRow,
  reopenDraft,
} from "../state/draft.ts";
import { loadRows } from "../state/draft-rows.ts";
import { publishedFrom } from "../state/open-draft.ts";
import { valuesIn, withEnd } from "../state/placeholders.ts";
import { screenWatch } from "../state/route.ts";
import { baseOf, rebasedDraft } from "../state/update-draft.ts";
import { LENGTHS } from "../words/alert-words.ts";
import { t } from "../words/translate.ts";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { DraftSaving } from "./new-alert/draft-saving.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";
import { DraftSteps } from "./new-alert/draft-steps.tsx";

/** Takes the template's correction as the text of all zones. Shows nothing if there is none. */
function TakeCorrection() {
  const { templateId, base, values } = draft.value;
  const template = useTemplate(templateId);
  if (!template?.correction || !base) return null;
  const { correction } = template;
  const { title = null, texts } = base;
  const [text1, text2, text3] = texts;
  return (
    <p>
      <button
        type="button"
        onClick={() =>
          editDraft({
            texts: [correction, correction, correction],
            values: { ...valuesIn(template, { title, text1, text2, text3 }), ...values },
          })
        }
      >
        {t("Take the template's correction")}
      </button>
    </p>
  );
}

const UNCHANGED = ["0", t("as before")] as const;

/** Opens the draft of an alert's update, or begins one from the alert's present version. */
async function beginUpdate(id: number): Promise<void> {
  const isStill = screenWatch();
  if (await reopenDraft(id)) return;
  const rows = (await loadRows()).filter(({ alertId }) => alertId === id);
  const row = rows.find(({ isPrivate }) => isPrivate) ?? rows[0];
  if (row && isStill()) return await openRow(row.id, id);
  const alert = await loadAlert(id);
  if (!isStill()) return;
  const { version: _, expiresAt: __, ...fields } = baseOf(alert);
  const { status, language, templateId } = alert;
  beginDraft({
    alertId: id,
    authorityId: alert.authority?.id,
    base: baseOf(alert),
    ...fields,
    hours: 0,
    status,
    language,
    templateId,
  });
}

/** The error codes of a refusal: at once, or after the seconds in which the publication could be taken back. */
const REFUSED = ["CONFLICT", "NOT_PUBLISHED"];

const CHANGED_MEANWHILE = t(
  "Someone else has updated this alert meanwhile. Nothing of yours was published, and nothing is lost: read what has changed, and publish again.",
);
const WENT_OUT = t(
  "An earlier try went out after all: read what it has changed. Publish again only what is still missing.",
);

/** Publishes the draft. If the alert has changed since the draft began, takes over the change and publishes nothing. */
async function publish(id: number, area: Area, send: Send): Promise<void> {
  const open = openDraft.value;
  const row = await open?.saveNow();
  const { key, base } = draft.value;
  if (!open || !row || !base) return;
  const changes = { ...updateInput(draft.value, base, area), draftId: row.id };
  try {
    closePublished(row.id, await send({ alertId: id, changes }, row.saved), row.saved);
  } catch (error) {
    if (!REFUSED.includes((error as RequestError).code)) throw error;
    const alert = await loadAlert(id);
    // The alert has not changed or has ended, as the error says, or another draft is on the screen.
    if (alert.version === base.version || alert.state !== "ACTIVE" || !isOnScreen(key)) throw error;
    const isOut = (await publishedFrom(row.id)) !== undefined;
    const next = rebasedDraft(draft.value, base, alert);
    // Nobody is told twice, and the end stays.
    open.replace(isOut ? { ...next, row: undefined, hours: 0, isRenotified: false } : next);
    throw new RequestError("CONFLICT", isOut ? WENT_OUT : CHANGED_MEANWHILE);
  }
}

/** What others have changed since the update began. */
function ChangedMeanwhile({ changes }: { changes: readonly string[] }) {
  return (
    <section class="problem" aria-labelledby="meanwhile">
      <h2 id="meanwhile">{t("Changed meanwhile")}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>{t("Your own changes are below. They go on top of these.")}</p>
    </section>
  );
}

/** The screen for an alert's next version: area, distances, texts, end. */
export function UpdateAlertScreen({ id }: { id: number }) {
  const { run, problem } = useAction(() => beginUpdate(id));
  useEffect(() => void run(), [id]);
  const { alertId, base, hours, isRenotified, changedMeanwhile } = draft.value;
  if (alertId !== id || !base) {
    return (
      <main class="page">
        <Problem text={problem} retry={() => void run()} />
      </main>
    );
  }
  return (
    <DraftStage label={t("What to update")}>
      <Title text={t("Update alert id {id}", { id })} />
      <DraftSaving />
      {changedMeanwhile && <ChangedMeanwhile changes={changedMeanwhile} />}
      <DraftSteps
        key={draft.value.key}
        title={t("Publish the update?")}
        action={t("Publish the update")}
        publish={(area, send) => publish(id, area, send)}
        missing={missingInUpdate}
      >
        <TakeCorrection />
        <AlertTexts />
        <Select
          label={t("Ends")}
          value={String(hours)}
          options={[
            UNCHANGED,
            ...LENGTHS.map(
              ([value, text]) => [value, t("{length} from now", { length: text })] as const,
            ),
          ]}
          onChange={(value) => editDraft({ ...withEnd(draft.value), hours: Number(value) })}
        />
        <Checkbox value={isRenotified} onChange={(value) => editDraft({ isRenotified: value })}>
          {t("Tell those again who were told before")}
        </Checkbox>
      </DraftSteps>
    </DraftStage>
  );
}
