import { Problem } from "../components/problem.tsx";
import { reachability } from "../join/reachability.ts";
import { deviceState } from "../push/this-device.ts";
import { deviceTexts, useThisDevice } from "../push/use-this-device.ts";
import { t } from "../words/translate.ts";

const TEXTS = deviceTexts(t("Warnings come to this browser, also when this page is closed."));

/** Turns pushes to this browser on or off. They arrive even while the page is closed. */
export function Pushes({ publicKey }: { publicKey: string | null }) {
  const { blocked, isOn, run, isBusy, problem } = useThisDevice(publicKey, reachability.load);
  return (
    <section aria-labelledby="this-phone">
      <h2 id="this-phone">{t("This phone’s browser")}</h2>
      <p role="status">{blocked || TEXTS[deviceState.value]}</p>
      {!blocked && (
        <button
          type="button"
          class={isOn ? undefined : "primary"}
          disabled={isBusy}
          onClick={() => void run()}
        >
          {isOn ? t("Stop pushes to this browser") : t("Warn me in this browser")}
        </button>
      )}
      <Problem text={problem} />
    </section>
  );
}
