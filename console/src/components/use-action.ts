import { useRef, useState } from "preact/hooks";
import { messageOf } from "../api/request.ts";

/** Runs an action and keeps its error message. While it runs, a second call does nothing. */
export function useAction<Arguments extends unknown[]>(
  act: (...given: Arguments) => Promise<void>,
) {
  const isRunning = useRef(false);
  const [state, setState] = useState({ isBusy: false, problem: "" });

  async function run(...given: Arguments): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isBusy: true, problem: "" });
    let problem = "";
    try {
      await act(...given);
    } catch (error) {
      problem = messageOf(error);
    }
    isRunning.current = false;
    setState({ isBusy: false, problem });
  }
  return { ...state, run };
}
