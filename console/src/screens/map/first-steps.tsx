import { useEffect } from "preact/hooks";
import { AlertsSearchDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { lights } from "../../components/channel-lights.tsx";
import { loaded } from "../../state/loaded.ts";
import { positionCount } from "../../state/positions.ts";
import { addressOf } from "../../state/route.ts";
import { storedSignal } from "../../state/stored.ts";
import { t } from "../../words/translate.ts";

const published = loaded(
  async (signal) =>
    (await request(AlertsSearchDocument, { limit: 1, offset: 0 }, { signal })).alertsSearch?.total,
);
const isHidden = storedSignal("first-steps-hidden", false);

/** Lists what is to be done before the first real alert, until all of it is done or this browser hides it. */
export function FirstSteps() {
  useEffect(() => void (isHidden.peek() || published.load()), []);
  const total = published.data.value;
  const steps = [
    [t("Administrator"), true],
    [
      <a href={addressOf({ screen: "invitations" })}>{t("Invite people")}</a>,
      positionCount.value > 0,
    ],
    ...lights().map(([name, state]) => [name, state === "ON"] as const),
    [<a href={addressOf({ screen: "new" })}>{t("Publish an exercise")}</a>, (total ?? 0) > 0],
  ] as const;
  const isKnown = total !== undefined && lights().every(([, state]) => state !== undefined);
  if (isHidden.value || !isKnown || steps.every(([, isDone]) => isDone)) return null;
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <div class="headed">
        <h2 id="first-steps">{t("First steps")}</h2>
        <button type="button" class="plain" onClick={() => (isHidden.value = true)}>
          {t("Hide")}
        </button>
      </div>
      <ol class="plain-list">
        {steps.map(([text, isDone], at) => (
          <li key={at} class={isDone ? "step done" : "step"}>
            {text} {isDone && <span class="unseen">{t("done|step")}</span>}
          </li>
        ))}
      </ol>
      <p class="hint">{t("Your operator turns on pushes, mail and streets by settings.")}</p>
    </section>
  );
}
