import { useEffect } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { DeviceKeyRevokeDocument, DeviceKeysDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { loaded } from "../state/loaded.ts";
import { providerName } from "../words/push-words.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";

const mine = loaded((signal) => request(DeviceKeysDocument, {}, { signal }));

/** Shows the devices that get the person's pushes, and the apps that report for them. */
export function Keys() {
  useEffect(() => void mine.load(), []);
  const { run, isBusy, problem } = useAction(async (id: number) => {
    await request(DeviceKeyRevokeDocument, { id });
    await mine.load();
  });
  const { devices, deviceKeys } = mine.data.value ?? {};
  const present = devices?.filter(({ leftAt }) => leftAt === null) ?? [];
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{t("My devices")}</h2>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      <Problem text={problem} />
      <h3>{t("Devices that warn me")}</h3>
      {devices && present.length === 0 && <p>{t("None yet.")}</p>}
      <ul class="cards">
        {present.map(({ id, provider, createdAt }) => (
          <li key={id}>
            {providerName(provider)}{" "}
            <span class="hint">{t("since {time}", { time: moment(createdAt) })}</span>
          </li>
        ))}
      </ul>
      <h3>{t("Devices that report my position")}</h3>
      {deviceKeys?.length === 0 && <p>{t("None yet.")}</p>}
      <ul class="cards">
        {deviceKeys?.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <p class="hint">
              {lastUsedAt === null
                ? t("since {time}, never used", { time: moment(createdAt) })
                : t("since {time}, last used {used}", {
                    time: moment(createdAt),
                    used: moment(lastUsedAt),
                  })}
            </p>
            <button type="button" disabled={isBusy} onClick={() => void run(id)}>
              {t("Revoke {name}", { name })}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={hostUrl("join").href}>
          {t("Set up an app that reports")}
        </a>
      </p>
    </section>
  );
}
