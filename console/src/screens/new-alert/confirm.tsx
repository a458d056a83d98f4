import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { LevelBadge } from "../../components/badges.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { PublishDialog } from "../../components/publish-dialog.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import type { Send } from "../../components/use-held.ts";
import { tool } from "../../map/drawing.ts";
import { MapView } from "../../map/map-view.tsx";
import { showAreas } from "../../map/show-areas.ts";
import { draftZones } from "../../map/zone-layers.ts";
import { draft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { textsOf, titleIn } from "../../state/placeholders.ts";
import {
  audienceOf,
  isCounting,
  presentReach,
  type Reach,
  reach,
  sums,
} from "../../state/reach.ts";
import { may } from "../../state/rights.ts";
import { training } from "../../state/training.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { people } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";
import { useOddArea } from "./area-ticks.tsx";
import { PublishFacts } from "./publish-facts.tsx";
import { countOfOldText, TellAgain } from "./tell-again.tsx";

/** The time that a publication waits for the number of people: a warning must go out even if nobody can count. */
const COUNT_TIMEOUT_MS = 8000;

/**
 * Counts the people that the draft reaches at this moment, since people move and others publish. `known` is the last
 * count, however old.
 */
function useCount(): {
  found: Reach | undefined;
  known: Reach | undefined;
  isAwaited: boolean;
} {
  const [old] = useState(() => presentReach.peek());
  const known = presentReach.value;
  const found = known === old ? undefined : known;
  const isRunning = isCounting.value;
  const [isLate, setLate] = useState(false);
  // Counts before the dialog is shown, so that nothing can be published in between.
  useLayoutEffect(() => {
    void reach.load();
  }, []);
  useEffect(() => {
    setLate(false);
    const timer = isRunning ? setTimeout(() => setLate(true), COUNT_TIMEOUT_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isRunning]);
  return { found, known, isAwaited: !found && isRunning && !isLate };
}

/**
 * Shows for each zone how many people are notified, and the push that they see. For an update, also shows how many people
 * here are notified for the first time, and how many again.
 */
function ZonePreviews({ draft, found }: { draft: Draft; found: Reach | undefined }) {
  const levels = found && sums(found).levels;
  const numbers = found && [
    [found.one, found.againOne],
    [found.two, found.againTwo],
    [found.three, found.againThree],
  ];
  return LEVELS.map((level, index) => {
    const [here = 0, again = 0] = numbers?.[index] ?? [];
    return (
      <PushPreview
        key={level}
        title={
          <>
            <LevelBadge level={level} /> {found && <strong>{people(levels?.[index] ?? 0)}</strong>}{" "}
            {PLACES[level]}
            {draft.base &&
              here > 0 &&
              `: ${t("{newly, number} for the first time, {again, number} again", {
                newly: here - again,
                again,
              })}`}
          </>
        }
        status={draft.status}
        language={draft.language || alertDefaults.value.language}
        headline={titleIn(draft)}
        text={textsOf(draft)[index] as string}
      />
    );
  });
}

/** The map with the draft's zones, without its corners and tools. */
function CheckMap() {
  useLayoutEffect(() => {
    const before = tool.peek();
    tool.value = "static";
    void showAreas(draftZones.peek().map(({ geometry }) => geometry));
    return () => {
      tool.value = before;
    };
  }, []);
  return (
    <div class="report-map">
      <MapView label={t("The map with the alert's zones")} />
    </div>
  );
}

/** Shows all that goes out, and asks for confirmation before publication. */
export function Confirm(props: {
  title: string;
  action: string;
  /** True while something is missing in the draft. */
  isIncomplete: boolean;
  publish: (send: Send) => Promise<void>;
  onClose: () => void;
}) {
  const { found, known, isAwaited } = useCount();
  // Whoever is in training meanwhile sees here that this is an exercise.
  useEffect(() => void training.load(), []);
  // A failed count must not let one click tell very many people: the last known number must still be typed.
  const typed = isAwaited ? undefined : known && sums(known).all;
  const knowOldText = countOfOldText(draft.value, found);
  // The user must choose whether people who know the old text are told again, even if their number is unknown.
  const asksAgain = knowOldText !== 0;
  const [isAnswered, setAnswered] = useState(draft.value.isRenotified);
  const { isMeant, ticks } = useOddArea(found);
  const [isAlone, setAlone] = useState(false);
  const [reason, setReason] = useState("");
  const [time, setTime] = useState("");
  const needsApproval = found?.needsApproval ?? false;
  const isProposed = needsApproval && !isAlone;
  /** Publishes with what is chosen here. */
  const publish = (send: Send) =>
    props.publish((publication, saved) =>
      send(
        {
          ...publication,
          ...(needsApproval && isAlone && { breakGlass: reason }),
          ...(time && { publishAt: Math.floor(Date.parse(time) / 1000) }),
        },
        saved,
      ),
    );
  return (
    <PublishDialog
      title={props.title}
      status={draft.value.status}
      action={isProposed ? t("Propose") : time ? t("Publish then") : props.action}
      audience={found && audienceOf(found)}
      told={typed}
      isIncomplete={
        props.isIncomplete ||
        isAwaited ||
        !isMeant ||
        (asksAgain && !isAnswered) ||
        (isAlone && !reason.trim())
      }
      publish={publish}
      onClose={props.onClose}
    >
      {!found && (
        <p role="status">
          {isAwaited
            ? t("How many they are is being counted.")
            : t("How many they are is not known now.")}
        </p>
      )}
      {asksAgain && (
        <TellAgain
          told={knowOldText}
          answer={isAnswered ? draft.value.isRenotified : undefined}
          onAnswer={() => setAnswered(true)}
        />
      )}
      {ticks}
      {needsApproval && (
        <p class="hint">{t("A second person has to approve this before it goes out.")}</p>
      )}
      {needsApproval && may("APPROVER") && (
        <Checkbox value={isAlone} onChange={setAlone}>
          {t("It cannot wait: publish it alone. All other approvers are told.")}
        </Checkbox>
      )}
      {isAlone && (
        <Field label={t("Why it cannot wait")} required value={reason} onInput={setReason} />
      )}
      <details>
        <summary>{t("Publish later")}</summary>
        <Field
          type="datetime-local"
          label={t("When to publish it")}
          value={time}
          onInput={setTime}
        />
      </details>
      <div class="confirm">
        <div>
          <ZonePreviews draft={draft.value} found={found} />
        </div>
        <div>
          <CheckMap />
          <PublishFacts draft={draft.value} found={found} isAsking={isAwaited} />
        </div>
      </div>
    </PublishDialog>
  );
}
