import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ReachNow } from "../../components/reach-view.tsx";
import { StatusBand } from "../../components/status-band.tsx";
import type { Send } from "../../components/use-held.ts";
import type { Area } from "../../geo/area.ts";
import { isDrawing } from "../../map/drawing.ts";
import { draft, draftArea } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { publishStep } from "../../state/publish-step.ts";
import { t } from "../../words/translate.ts";
import { Confirm } from "./confirm.tsx";

const UNFINISHED = t("Finish the shape on the map first, or choose Edit to leave it out.");

/** The last step: shows the reach and what is missing, and publishes after a confirmation. */
export function PublishBar(props: {
  button: string;
  /** The question before publication. */
  title: string;
  action: string;
  publish: (area: Area, send: Send) => Promise<void>;
  /** Says what is missing before it can be published; empty if nothing is. */
  missing: (draft: Draft, area: Area | undefined) => string;
  /** Further buttons. */
  children?: ComponentChildren;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const lacking = isDrawing.value ? UNFINISHED : props.missing(draft.value, draftArea.value);
  useEffect(() => void publishStep.load(), []);
  async function publish(send: Send): Promise<void> {
    const area = draftArea.value;
    if (area) await props.publish(area, send);
  }
  return (
    <div class="publish">
      <StatusBand status={draft.value.status} />
      <ReachNow />
      <div class="publish-row">
        <button
          type="button"
          class={draft.value.status === "ACTUAL" ? "live" : "primary"}
          disabled={lacking !== ""}
          onClick={() => setIsAsking(true)}
        >
          {props.button}
        </button>
        {props.children}
        <span role="status">{lacking}</span>
      </div>
      {isAsking && (
        <Confirm
          title={props.title}
          action={props.action}
          isIncomplete={lacking !== ""}
          publish={publish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
