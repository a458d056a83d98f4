import { pushProviders } from "../state/push.ts";
import { providerState } from "../words/push-words.ts";
import { t } from "../words/translate.ts";
import { usePushProviders } from "./phones.tsx";

/** Shows of each channel whether pushes go out now. */
export function PushReadiness() {
  usePushProviders();
  const providers = pushProviders.data.value;
  if (!providers) {
    return pushProviders.error.value ? <p>{t("Whether pushes go out is not known now.")}</p> : null;
  }
  return (
    <ul class="plain-list" aria-label={t("Whether pushes go out")}>
      {providers.map((provider) => (
        <li key={provider.provider} class={provider.state === "ON" ? "" : "bad"}>
          {providerState(provider)}
        </li>
      ))}
    </ul>
  );
}
