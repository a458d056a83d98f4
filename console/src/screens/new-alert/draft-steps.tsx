import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Ringing } from "../../components/phones.tsx";
import { ReachNow } from "../../components/reach-view.tsx";
import type { Send } from "../../components/use-held.ts";
import type { Area } from "../../geo/area.ts";
import { isDrawing } from "../../map/drawing.ts";
import { draft, draftArea } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { publishStep } from "../../state/publish-step.ts";
import { audienceOf, isRefused, reach } from "../../state/reach.ts";
import { STATUS_NAMES } from "../../words/alert-words.ts";
import { t } from "../../words/translate.ts";
import { AlertZones } from "./alert-zones.tsx";
import { Confirm } from "./confirm.tsx";

const UNFINISHED = t("Finish the shape on the map first, or choose Edit to leave it out.");

/** Whom the draft would reach now. */
function Figures() {
  const found = reach.data.value;
  if (!draftArea.value) return null;
  if (found) return <Ringing audience={audienceOf(found)} />;
  return reach.error.value ? t("How many they are is not known now.") : null;
}

/** A step in the line of progress, with a tick once it is done. */
function Step(props: {
  name: string;
  isPresent?: boolean;
  isDone?: boolean;
  isDisabled?: boolean;
  onOpen: () => void;
}) {
  return (
    <li class={props.isDone ? "done" : undefined}>
      <button
        type="button"
        class="plain"
        aria-current={props.isPresent ? "step" : undefined}
        disabled={props.isDisabled}
        onClick={props.onOpen}
      >
        {props.name}
      </button>
    </li>
  );
}

/**
 * The steps of a draft: where, what and the check, which publishes after a confirmation. One step is shown; the others
 * stay as they are. The footer has the reach, what is missing, and the button that goes on.
 */
export function DraftSteps(props: {
  /** The question before publication. */
  title: string;
  action: string;
  publish: (area: Area, send: Send) => Promise<void>;
  /** Says what is missing before it can be published; empty if nothing is. */
  missing: (draft: Draft, area: Area | undefined) => string;
  /** The step that says what people are told. */
  children: ComponentChildren;
}) {
  const [isWhat, setWhat] = useState(() => draft.peek().shapes.length > 0);
  const [isAsking, setIsAsking] = useState(false);
  const line = useRef<HTMLOListElement>(null);
  const isOpen = useRef(false);
  const { status } = draft.value;
  const lacking = isDrawing.value ? UNFINISHED : props.missing(draft.value, draftArea.value);
  // The reach says why it is refused.
  const isReady = lacking === "" && !isRefused.value;
  const goesOn = !isWhat && !isReady;
  useEffect(() => void publishStep.load(), []);
  useEffect(() => {
    // The step that opens is read from its beginning.
    if (isOpen.current) line.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    isOpen.current = true;
  }, [isWhat]);
  async function publish(send: Send): Promise<void> {
    const area = draftArea.value;
    if (area) await props.publish(area, send);
  }
  return (
    <>
      <ol class="steps" ref={line}>
        <Step
          name={t("Where")}
          isPresent={!isWhat}
          isDone={draftArea.value !== undefined}
          onOpen={() => setWhat(false)}
        />
        <Step name={t("What")} isPresent={isWhat} isDone={isReady} onOpen={() => setWhat(true)} />
        <Step name={t("Check")} isDisabled={!isReady} onOpen={() => setIsAsking(true)} />
      </ol>
      <section aria-label={t("Where")} hidden={isWhat}>
        <AlertZones />
      </section>
      <section aria-label={t("What")} hidden={!isWhat}>
        {props.children}
      </section>
      <ReachNow />
      <div class="publish">
        <div>
          <p role="status" aria-busy={reach.isLoading.value}>
            <span class={`badge ${status === "ACTUAL" ? "state-ACTIVE real" : "role"}`}>
              {STATUS_NAMES[status][0]}
            </span>{" "}
            <Figures />
          </p>
          <p role="status">{lacking}</p>
        </div>
        <button
          type="button"
          class={status === "ACTUAL" && !goesOn ? "live" : "primary"}
          disabled={!goesOn && !isReady}
          onClick={() => (goesOn ? setWhat(true) : setIsAsking(true))}
        >
          {goesOn ? t("Next") : t("Check…")}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={props.title}
          action={props.action}
          isIncomplete={!isReady}
          publish={publish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
