import { useEffect } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";
import { obstacle } from "../../push/obstacle.ts";
import { look, type Standing, standing, subscribe, unsubscribe } from "../../push/this-device.ts";
import { PositionReport } from "./position-report.tsx";

const SAID: Record<Standing, string> = {
  on: "Alerts are pushed to this browser.",
  lapsed: "It gets no pushes any more.",
  "another's": "It gets the pushes of someone else who logged in here.",
  off: "It gets no pushes.",
};

/** This browser as a device: with it the whole chain can be tried, from the drawn area to the push. */
export function ThisBrowser({ publicKey }: { publicKey: string | null }) {
  const hindrance = obstacle(publicKey);
  useEffect(() => {
    if (publicKey && !hindrance) look(publicKey).catch(console.error);
  }, [publicKey, hindrance]);
  const isOn = standing.value === "on";
  const { run, isBusy, problem } = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
  });
  return (
    <section aria-labelledby="browser">
      <h2 id="browser">This browser as a device</h2>
      <p role="status">{hindrance || SAID[standing.value]}</p>
      <Problem text={hindrance ? "" : problem} />
      {!hindrance && (
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {isOn ? "Push no more to this browser" : "Push alerts to this browser"}
        </button>
      )}
      <PositionReport />
    </section>
  );
}
