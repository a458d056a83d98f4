import { useEffect, useState } from "preact/hooks";
import { isCounting, presentReach, type Reach, reach } from "../../state/reach.ts";

/** Milliseconds that a publication waits for the number of people: a warning must go out even if nobody can count. */
const MOST_WAIT = 8000;

/** Counts whom the draft reaches, unless that is known. */
export function useCount(): { found: Reach | undefined; isAwaited: boolean } {
  const found = presentReach.value;
  const isRunning = isCounting.value;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!found) void reach.load();
  }, []);
  useEffect(() => {
    setLate(false);
    const timer = isRunning ? setTimeout(() => setLate(true), MOST_WAIT) : undefined;
    return () => clearTimeout(timer);
  }, [isRunning]);
  return { found, isAwaited: !found && isRunning && !isLate };
}
