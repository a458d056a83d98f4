/** Leaves an operation unanswered from now on. The returned function says of each request if it was aborted. */
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
