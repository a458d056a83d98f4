import { useRef, useState } from "preact/hooks";
import { messageOf, RequestError } from "../api/request.ts";

const IDLE = { isBusy: false, problem: "", field: "" };

/**
 * Runs an action and keeps its error message, and the field that this is about. While it runs, a second call does
 * nothing.
 */
export function useAction<Arguments extends unknown[]>(
  act: (...given: Arguments) => Promise<void>,
) {
  const isRunning = useRef(false);
  const [state, setState] = useState(IDLE);

  async function run(...given: Arguments): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ ...IDLE, isBusy: true });
    let end = IDLE;
    try {
      await act(...given);
    } catch (error) {
      const field = error instanceof RequestError ? error.field : "";
      end = { ...IDLE, problem: messageOf(error), field };
    }
    isRunning.current = false;
    setState(end);
  }
  return { ...state, run };
}
