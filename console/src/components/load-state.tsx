import type { Loaded } from "../state/loaded.ts";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";

/**
 * Says that data load, why they could not be loaded, or that a list is empty. A list is never empty before the answer.
 * @param props.empty What to say of an empty list.
 */
export function LoadState({ of, empty }: { of: Loaded<unknown>; empty?: string }) {
  const data = of.data.value;
  const error = of.error.value;
  const isEmpty = empty && !error && Array.isArray(data) && data.length === 0;
  return (
    <>
      <Problem text={error} retry={() => void of.load()} />
      <p role="status" class={isEmpty ? "state" : data || error ? "unseen" : "state loading"}>
        {isEmpty ? empty : !(data || error) && t("Loading…")}
      </p>
    </>
  );
}
