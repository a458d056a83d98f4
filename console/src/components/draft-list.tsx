import { useEffect, useState } from "preact/hooks";
import { openRow } from "../state/draft.ts";
import { type DraftRow, draftRows, otherEditor, removeRow } from "../state/draft-rows.ts";
import { now } from "../state/now.ts";
import { isTraining } from "../state/training.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { AskRemoval } from "./ask-removal.tsx";
import { ListItem } from "./list-item.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

const LOAD_INTERVAL_MS = 10_000;

export const ONLY_YOURS = t(
  "Its area and its texts are gone then. Nothing that was published changes.",
);

/** Says of a draft what it is for, when it was changed and who works on it. */
function factsOf(row: DraftRow): string {
  const { alertId, isPrivate, updatedAt, user } = row;
  const time = moment(updatedAt);
  const editor = otherEditor(row, now.value);
  return [
    alertId !== null && t("Update of alert id {id}", { id: alertId }),
    user && !isPrivate
      ? t("Changed {time} by {name}", { time, name: user.name })
      : t("Changed {time}", { time }),
    isPrivate && t("Only you see it"),
    editor && t("{name} works on it now", { name: editor }),
  ]
    .filter(Boolean)
    .join(". ");
}

/** Lists the user's drafts and those that colleagues share, or shows nothing if there are none. */
export function DraftList() {
  const [asked, setAsked] = useState<DraftRow>();
  useEffect(() => {
    const load = () => void draftRows.load();
    load();
    const timer = setInterval(load, LOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const { run, isBusy, problem } = useAction(openRow);
  const all = draftRows.data.value;
  const error = draftRows.error.value;
  if (!all?.length) return error ? <Problem text={error} /> : null;
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts">{t("Drafts")}</h2>
      <Problem text={problem || error} />
      <ul class="cards">
        {all.map((row) => {
          const { id, name, alertId } = row;
          const canOpen = row.isTraining || row.isPrivate || !isTraining.value;
          return (
            <ListItem
              key={id}
              isBusy={isBusy}
              actions={[
                canOpen && [
                  t("Open"),
                  t("Open {name}", { name }),
                  () => void run(id, alertId ?? undefined),
                ],
                canOpen && [t("Remove…"), t("Remove {name}", { name }), () => setAsked(row)],
              ]}
            >
              <strong dir="auto">{name}</strong>{" "}
              {row.isTraining && <span class="badge role">{t("In training")}</span>}
              <p class="hint">{factsOf(row)}</p>
            </ListItem>
          );
        })}
      </ul>
      {asked && (
        <AskRemoval
          name={asked.name}
          remove={() => removeRow(asked.id)}
          result={asked.isPrivate ? ONLY_YOURS : undefined}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
