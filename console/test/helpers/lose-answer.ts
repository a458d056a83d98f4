import { jest } from "@jest/globals";

/**
 * Leaves the next request whose body has these words without an answer, until it times out.
 * @returns A function that lets it time out. That function returns the timeout of each request since, in milliseconds.
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
