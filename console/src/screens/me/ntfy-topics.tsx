import { useEffect } from "preact/hooks";
import {
  DeviceUnregisterDocument,
  MyDevicesDocument,
  NtfyTopicAddDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const mine = loaded((signal) => request(MyDevicesDocument, {}, { signal }));

/** Shows, adds and removes the user's topics of ntfy, whose app is woken without one of ours. */
export function NtfyTopics() {
  useEffect(() => void mine.load(), []);
  const { run, isBusy, problem } = useAction(async (topic?: string) => {
    if (topic) await request(DeviceUnregisterDocument, { token: `ntfy:${topic}` });
    else await request(NtfyTopicAddDocument, {});
    await mine.load();
  });
  const { ntfyUrl, devices } = mine.data.value ?? {};
  return (
    <section aria-labelledby="ntfy">
      <h2 id="ntfy">{t("By the app ntfy")}</h2>
      <p>
        {t(
          "Install ntfy and open this link on the phone, or scan it. Whoever has the link reads my warnings.",
        )}
      </p>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      <Problem text={problem} />
      <ul class="cards">
        {devices?.map(({ id, topic, createdAt }) => {
          const url = topic && `${ntfyUrl}/${topic}`;
          return (
            url && (
              <li key={id}>
                <a href={url} rel="noreferrer" target="_blank">
                  {url}
                </a>
                <QrCode text={url} label={t("The link of ntfy")} />
                <p class="hint">{t("since {time}", { time: moment(createdAt) })}</p>
                <button type="button" disabled={isBusy} onClick={() => void run(topic)}>
                  {t("Remove it")}
                </button>
              </li>
            )
          );
        })}
      </ul>
      <button type="button" disabled={isBusy} onClick={() => void run()}>
        {t("Make a link for ntfy")}
      </button>
    </section>
  );
}
