import { useState } from "preact/hooks";
import { PublishDialog } from "../../components/publish-dialog.tsx";
import type { Send } from "../../components/use-held.ts";
import { MapPicture } from "../../map/map-picture.tsx";
import { draftZones } from "../../map/zone-layers.ts";
import { draft } from "../../state/draft.ts";
import { sums } from "../../state/reach.ts";
import { people } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";
import { PublishFacts } from "./publish-facts.tsx";
import { TellAgain, toldOldText } from "./tell-again.tsx";
import { useCount } from "./use-count.ts";
import { ZonePreviews } from "./zone-previews.tsx";

/** Shows all that goes out, and asks for confirmation before publication. */
export function Confirm(props: {
  title: (all: string) => string;
  action: string;
  /** True while something is missing in the draft. */
  isIncomplete: boolean;
  publish: (send: Send) => Promise<void>;
  onClose: () => void;
}) {
  const { found, known, isAwaited } = useCount();
  const told = found && sums(found).all;
  // A failed count must not let one click tell very many people: the last known number must still be typed.
  const typed = isAwaited ? undefined : known && sums(known).all;
  const knowOldText = toldOldText(draft.value, found);
  // The user must choose whether people who know the old text are told again, even if their number is unknown.
  const asksAgain = knowOldText !== 0;
  const [isAnswered, setAnswered] = useState(draft.value.isRenotified);
  return (
    <PublishDialog
      title={props.title(told === undefined ? t("everyone concerned") : people(told))}
      status={draft.value.status}
      action={props.action}
      told={typed}
      isIncomplete={props.isIncomplete || isAwaited || (asksAgain && !isAnswered)}
      publish={props.publish}
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
      <div class="confirm">
        <div>
          <ZonePreviews draft={draft.value} found={found} />
        </div>
        <div>
          <MapPicture areas={draftZones.peek().map(({ geometry }) => geometry)} />
          <PublishFacts draft={draft.value} found={found} />
        </div>
      </div>
    </PublishDialog>
  );
}
