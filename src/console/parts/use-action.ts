import { useRef, useState } from "preact/hooks";
import { sentenceOf } from "../api/request.ts";

/** Runs something once at a time: a second click while it runs does nothing. Keeps what went wrong. */
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
      problem = sentenceOf(error);
    }
    isRunning.current = false;
    setState({ isBusy: false, problem });
  }
  return { ...state, run };
}
