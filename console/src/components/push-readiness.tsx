import { useEffect } from "preact/hooks";
import { onReturn } from "../state/connection.ts";
import { pushProviders } from "../state/push.ts";
import type { Reach } from "../state/reach.ts";
import { people } from "../words/numbers.ts";
import { providerName, providerState } from "../words/push-words.ts";
import { t } from "../words/translate.ts";

/** Shows whether pushes go out now: through each provider, or through the providers that would reach someone. */
export function PushReadiness({ reached }: { reached?: Reach["byProvider"] }) {
  useEffect(() => {
    const load = () => void pushProviders.load();
    load();
    return onReturn(load);
  }, []);
  const providers = pushProviders.data.value;
  if (!providers) {
    return pushProviders.error.value ? <p>{t("Whether pushes go out is not known now.")}</p> : null;
  }
  const counts = new Map(reached?.map(({ provider, users }) => [provider, users]));
  const shown = providers.filter(({ provider }) => !reached || counts.has(provider));
  return (
    <ul class="plain-list" aria-label={t("Whether pushes go out")}>
      {shown.map((provider) => (
        <li key={provider.provider} class="provider">
          <span>
            {providerName(provider.provider)}
            {reached && `, ${people(counts.get(provider.provider) ?? 0)}`}:
          </span>
          <span class={provider.state === "ON" ? "" : "bad"}>{providerState(provider)}</span>
        </li>
      ))}
    </ul>
  );
}
