import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { isCounting, oldReach, presentReach, type Reach, reach } from "../../state/reach.ts";

/** Milliseconds that a publication waits for the number of people: a warning must go out even if nobody can count. */
const MOST_WAIT = 8000;

/** Counts the people that the draft reaches, unless that was just done. `known` is the last count, however old. */
export function useCount(): {
  found: Reach | undefined;
  known: Reach | undefined;
  isAwaited: boolean;
} {
  const [old] = useState(oldReach);
  const known = presentReach.value;
  const found = known === old ? undefined : known;
  const isRunning = isCounting.value;
  const [isLate, setLate] = useState(false);
  // Counts before the dialog is shown, so that nothing can be published in between.
  useLayoutEffect(() => {
    if (!found) void reach.load();
  }, []);
  useEffect(() => {
    setLate(false);
    const timer = isRunning ? setTimeout(() => setLate(true), MOST_WAIT) : undefined;
    return () => clearTimeout(timer);
  }, [isRunning]);
  return { found, known, isAwaited: !found && isRunning && !isLate };
}
