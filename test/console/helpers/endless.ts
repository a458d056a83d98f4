/** Lets an operation have no answer from now on. Returns which of its requests were given up. */
export function endless(name: string): () => boolean[] {
  const { fetch } = globalThis;
  const signals: AbortSignal[] = [];
  globalThis.fetch = (address, init) => {
    if (!new RegExp(`query ${name}\\b`).test(String(init?.body))) return fetch(address, init);
    signals.push(init?.signal as AbortSignal);
    return new Promise(() => {});
  };
  return () => signals.map(({ aborted }) => aborted);
}
