import { useEffect } from "preact/hooks";
import { AlertDocument, AlertUpdateDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Checkbox } from "../components/checkbox.tsx";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { useAction } from "../components/use-action.ts";
import { type Area, shapesOf } from "../geo/area.ts";
import { updateInput } from "../state/alert-input.ts";
import { beginDraft, draft, editDraft } from "../state/draft.ts";
import { addressOf, goTo } from "../state/route.ts";
import { LENGTHS } from "../words/alerts.ts";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { AlertZones } from "./new-alert/alert-zones.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";
import { PublishBar } from "./new-alert/publish-bar.tsx";

const UNCHANGED = ["0", "as before"] as const;

/** Starts a draft from an alert's present version, unless there is already a draft for it. */
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
  async function publish(area: Area): Promise<void> {
    await request(AlertUpdateDocument, { id, input: updateInput(draft.value, area) });
    goTo({ screen: "alert", id });
    beginDraft();
  }
  return (
    <PublishBar
      button="Check and update…"
      title={(all) =>
        draft.value.isRenotified
          ? `Tell ${all} and everyone told before?`
          : "Tell those newly concerned?"
      }
      action="Publish the update"
      publish={publish}
    >
      <a class="button" href={addressOf({ screen: "alert", id })} onClick={() => beginDraft()}>
        Leave it as it was
      </a>
    </PublishBar>
  );
}

/** The screen for an alert's next version: area, distances, texts, end. */
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
        <Select
          label="Ends"
          value={String(hours)}
          options={[
            UNCHANGED,
            ...LENGTHS.map(([value, text]) => [value, `${text} from now`] as const),
          ]}
          onChange={(value) => editDraft({ hours: Number(value) })}
        />
        <Checkbox value={isRenotified} onChange={(value) => editDraft({ isRenotified: value })}>
          Tell those again who were told before
        </Checkbox>
      </section>
      <PublishUpdate id={id} />
    </DraftStage>
  );
}
