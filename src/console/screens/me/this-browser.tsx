import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";
import { isSubscribed, obstacle, subscribe, unsubscribe } from "../../push/this-device.ts";
import { PositionReport } from "./position-report.tsx";

/** This browser as a device: with it the whole chain can be tried, from the drawn area to the push. */
export function ThisBrowser({ publicKey }: { publicKey: string | null }) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    void isSubscribed().then(setOn, () => {});
  }, []);
  const { run, isBusy, problem } = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
    setOn(!isOn);
  });
  const hindrance = obstacle(publicKey);
  return (
    <section aria-labelledby="browser">
      <h2 id="browser">This browser as a device</h2>
      <p role="status">
        {hindrance || (isOn ? "Alerts are pushed to this browser." : "It gets no pushes.")}
      </p>
      <Problem text={problem} />
      {!hindrance && (
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {isOn ? "Push no more to this browser" : "Push alerts to this browser"}
        </button>
      )}
      <PositionReport />
    </section>
  );
}
