import { Dialog } from "../../components/dialog.tsx";
import { LevelBadge } from "../../components/level-badge.tsx";
import { Problem } from "../../components/problem.tsx";
import { details } from "../../components/reach.tsx";
import { useAction } from "../../components/use-action.ts";
import { reach } from "../../state/reach.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { people } from "../../words/numbers.ts";

/** Asks for confirmation before publication, with the numbers of people. A second click does nothing. */
export function Confirm(props: {
  title: (all: string) => string;
  action: string;
  publish: () => Promise<void>;
  onClose: () => void;
}) {
  const { run, isBusy, problem } = useAction(props.publish);
  const found = reach.data.value;
  const numbers = found && [found.one, found.two, found.three];
  const all = numbers
    ? people(numbers.reduce((sum, number) => sum + number))
    : "everyone concerned";
  return (
    <Dialog label={props.title(all)} onClose={props.onClose}>
      <h2>{props.title(all)}</h2>
      {numbers ? (
        <ul class="plain-list">
          {LEVELS.map((level, index) => (
            <li key={level}>
              <LevelBadge level={level} /> <strong>{people(numbers[index] as number)}</strong>{" "}
              {PLACES[level]}
            </li>
          ))}
        </ul>
      ) : (
        <p>How many they are is not known now.</p>
      )}
      {found && <p class="hint">{details(found).join(" · ")}</p>}
      <p>Who comes in while it lasts is told then.</p>
      <Problem text={problem} />
      <div class="actions">
        <button type="button" class="danger" disabled={isBusy} onClick={() => void run()}>
          {isBusy ? "Publishing…" : props.action}
        </button>
        <button type="button" disabled={isBusy} onClick={props.onClose}>
          Not yet
        </button>
      </div>
    </Dialog>
  );
}
