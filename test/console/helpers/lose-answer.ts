import { jest } from "@jest/globals";

/**
 * Leaves the next question with these words without an answer, until its time is over.
 * @returns Ends that time. It returns the milliseconds that each question since then was given.
 */
export function loseAnswer(words: string): () => number[] {
  const { fetch } = globalThis;
  const late = new AbortController();
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  globalThis.fetch = async (url, init) => {
    if (!String(init?.body).includes(words)) return await fetch(url, init);
    globalThis.fetch = fetch;
    return await new Promise((_, reject) => init?.signal?.addEventListener("abort", reject));
  };
  return () => {
    const times = timeout.mock.calls.flat();
    timeout.mockRestore();
    late.abort();
    return times;
  };
}
