import { hostUrl } from "../api/host-url.ts";
import { hostSettings } from "../state/host-settings.ts";
import { t } from "../words/translate.ts";

/** Says who warns, how to reach them and what they do with data. Shows nothing if the service's settings do not say. */
export function Organisation() {
  const { name, contact, privacyUrl, logo } = hostSettings.value?.organisation ?? {};
  if (!(name || contact || privacyUrl || logo)) return null;
  return (
    <p class="organisation hint">
      {logo && <img src={hostUrl(logo).href} alt="" />}
      {name && <strong>{name}</strong>} {contact}{" "}
      {privacyUrl && (
        <a href={privacyUrl} target="_blank" rel="noreferrer">
          {t("Privacy notice")}
        </a>
      )}
    </p>
  );
}
