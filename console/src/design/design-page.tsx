import { LevelBadge } from "../components/badges.tsx";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { StatusBand } from "../components/status-band.tsx";
import { Title } from "../components/title.tsx";
import { LEVELS } from "../words/levels.ts";

const STATES = ["ACTIVE", "EXPIRED"] as const;
const STATUSES = ["ACTUAL", "EXERCISE", "TEST"] as const;

/** Shows the design system for those who work on it. No link leads here, and it is not translated. */
export function DesignPage() {
  return (
    <main class="page">
      <Title text="Design" />
      <h2>A heading</h2>
      <h3>A smaller one</h3>
      <p>
        A text with <a href="#/design">a link to this page</a>. <span class="hint">A hint.</span>{" "}
        <span class="attention">What cannot be reached, or is old.</span>
      </p>
      <div class="actions">
        <button type="button" class="live">
          Warns people
        </button>
        <button type="button" class="primary">
          Does it, or publishes a drill
        </button>
        <button type="button">Another choice</button>
        <button type="button" class="danger">
          Erases
        </button>
        <button type="button" class="plain">
          Small
        </button>
      </div>
      <p>
        {STATUSES.slice(0, 2).flatMap((status) =>
          STATES.map((state) => [<StateBadge key={state} state={state} status={status} />, " "]),
        )}
        {LEVELS.map((level) => [<LevelBadge key={level} level={level} />, " "])}
      </p>
      {STATUSES.map((status) => (
        <StatusBand key={status} status={status} />
      ))}
      <p class="state">Empty: nothing is here yet.</p>
      <p class="state loading">Loading…</p>
      <p class="problem offline">Old: numbers are from 10:24.</p>
      <Problem text="Failed: the service does not answer." retry={() => {}} />
      <p class="state done">Done: the user was created.</p>
      <Field label="Label" hint="A hint." value="" onInput={() => {}} />
    </main>
  );
}
