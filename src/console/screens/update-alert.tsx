import { useEffect, useState } from "preact/hooks";
import { AlertDocument, AlertUpdateDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { shapesOf } from "../geo/area.ts";
import { Check } from "../parts/check.tsx";
import { Choice } from "../parts/choice.tsx";
import { Problem } from "../parts/problem.tsx";
import { ReachNow } from "../parts/reach.tsx";
import { useAction } from "../parts/use-action.ts";
import { missing, updateInput } from "../state/alert-input.ts";
import { beginDraft, draft, draftArea, editDraft } from "../state/draft.ts";
import { addressOf, goTo } from "../state/route.ts";
import { LENGTHS } from "../words/alerts.ts";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { AlertZones } from "./new-alert/alert-zones.tsx";
import { Confirm } from "./new-alert/confirm.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";

const UNCHANGED = ["0", "as before"] as const;

/** Begins a draft with an alert as it is now, unless one is begun. */
async function beginWith(id: number): Promise<void> {
  if (draft.peek().alertId === id) return;
  const { alerts } = await request(AlertDocument, { id });
  const [alert] = alerts ?? [];
  if (!alert) throw new RequestError("NOT_FOUND", `There is no alert ${id}: look in the list.`);
  const { level2Distance, level3Distance, text1, text2, text3, status } = alert;
  beginDraft({
    alertId: id,
    shapes: shapesOf(alert.areaGeoJson as Area),
    level2Distance,
    level3Distance,
    texts: [text1, text2, text3],
    hours: 0,
    status,
  });
}

function PublishUpdate({ id }: { id: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const lacking = missing(draft.value, draftArea.value);
  async function publish(): Promise<void> {
    const area = draftArea.value;
    if (!area) return;
    await request(AlertUpdateDocument, { id, input: updateInput(draft.value, area) });
    goTo({ screen: "alert", id });
    beginDraft();
  }
  return (
    <div class="publish">
      <ReachNow />
      <div class="publish-row">
        <button
          type="button"
          class="danger"
          disabled={lacking !== ""}
          onClick={() => setIsAsking(true)}
        >
          Check and update…
        </button>
        <a class="button" href={addressOf({ screen: "alert", id })} onClick={() => beginDraft()}>
          Leave it as it was
        </a>
        <span role="status">{lacking}</span>
      </div>
      {isAsking && (
        <Confirm
          title={(all) =>
            draft.value.isRenotified
              ? `Tell ${all} and everyone told before?`
              : "Tell those newly concerned?"
          }
          action="Publish the update"
          publish={publish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** The next version of an alert: texts, area, distances, its end. */
export function UpdateAlertScreen({ id }: { id: number }) {
  const { run, problem } = useAction(() => beginWith(id));
  useEffect(() => void run(), [id]);
  const { alertId, hours, isRenotified } = draft.value;
  if (alertId !== id) {
    return (
      <main class="page">
        <Problem text={problem} retry={() => void run()} />
      </main>
    );
  }
  return (
    <DraftStage label="What to update">
      <h1>Update alert {id}</h1>
      <AlertZones />
      <AlertTexts />
      <section aria-labelledby="how">
        <h2 id="how">3. Its end, and who is told</h2>
        <Choice
          label="Ends"
          value={String(hours)}
          options={[
            UNCHANGED,
            ...LENGTHS.map(([value, text]) => [value, `${text} from now`] as const),
          ]}
          onChange={(value) => editDraft({ hours: Number(value) })}
        />
        <Check value={isRenotified} onChange={(value) => editDraft({ isRenotified: value })}>
          Tell those again who were told before
        </Check>
      </section>
      <PublishUpdate id={id} />
    </DraftStage>
  );
}
