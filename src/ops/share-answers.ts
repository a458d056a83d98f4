/**
 * Makes a function that asks once for all callers that wait meanwhile, and gives the answer again for `lifetimeMs`. An
 * error is not kept.
 */
export function shareAnswers<Answer>(ask: () => Promise<Answer>, lifetimeMs = 0) {
  let last: { answer: Answer; at: number } | undefined;
  let asking: Promise<Answer> | undefined;
  async function askNow(): Promise<Answer> {
    try {
      const answer = await ask();
      last = { answer, at: performance.now() };
      return answer;
    } finally {
      asking = undefined;
    }
  }
  return async (): Promise<Answer> => {
    if (last && performance.now() - last.at < lifetimeMs) return last.answer;
    asking ??= askNow();
    return await asking;
  };
}
