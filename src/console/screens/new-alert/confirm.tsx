import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { PushReadiness } from "../../components/push-readiness.tsx";
import { details } from "../../components/reach.tsx";
import { useAction } from "../../components/use-action.ts";
import { draft } from "../../state/draft.ts";
import { reach, sums } from "../../state/reach.ts";
import { people } from "../../words/numbers.ts";
import { PeopleByZone } from "./people-by-zone.tsx";
import { TellAgain, toldOldText } from "./tell-again.tsx";

/** Asks for confirmation before publication, with the numbers of people. A second click does nothing. */
export function Confirm(props: {
  title: (all: string) => string;
  action: string;
  publish: () => Promise<void>;
  onClose: () => void;
}) {
  const { run, isBusy, problem } = useAction(props.publish);
  const found = reach.data.value;
  const title = props.title(found ? people(sums(found).all) : "everyone concerned");
  const told = toldOldText(draft.value, found);
  const [isAgain, setIsAgain] = useState<boolean | undefined>(
    draft.value.isRenotified || undefined,
  );
  const isAnswered = told === 0 || isAgain !== undefined;
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      {found ? (
        <PeopleByZone found={found} isUpdate={draft.value.base !== undefined} />
      ) : (
        <p>How many they are is not known now.</p>
      )}
      {found && <p class="hint">{details(found).join(" · ")}</p>}
      {found?.byProvider && <PushReadiness reached={found.byProvider} />}
      {told > 0 && <TellAgain told={told} answer={isAgain} onAnswer={setIsAgain} />}
      <p>Who comes in while it lasts is told then.</p>
      <Problem text={problem} />
      <div class="actions">
        <button
          type="button"
          class="danger"
          disabled={isBusy || !isAnswered}
          onClick={() => void run()}
        >
          {isBusy ? "Publishing…" : props.action}
        </button>
        <button type="button" disabled={isBusy} onClick={props.onClose}>
          Not yet
        </button>
      </div>
    </Dialog>
  );
}
