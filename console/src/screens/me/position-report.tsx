import { useState } from "preact/hooks";
import { NewPositionDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { nearestLongitude } from "../../geo/meridian.ts";
import { view } from "../../map/view.ts";
import { place } from "../../words/place-words.ts";
import { t } from "../../words/translate.ts";

/** Returns the browser's position. */
const currentPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, () =>
      reject(
        new RequestError(
          "REFUSED",
          t("The browser does not tell where it is: allow it, or take the map's middle."),
        ),
      ),
    );
  });

/** Reports the user's position, so that an alert can reach this browser. */
export function PositionReport() {
  const [done, setDone] = useState("");
  const { run, isBusy, problem } = useAction(async (isReal: boolean) => {
    setDone("");
    let at: { latitude: number; longitude: number; accuracy?: number };
    if (isReal) {
      const { latitude, longitude, accuracy } = (await currentPosition()).coords;
      at = { latitude, longitude, accuracy };
    } else {
      const [longitude, latitude] = view.value.center;
      at = { latitude, longitude: nearestLongitude(longitude, 0) };
    }
    await request(NewPositionDocument, { input: { ...at, movingActivity: "STILL" } });
    setDone(t("Reported {place}.", { place: place(at.longitude, at.latitude) }));
  });
  return (
    <div class="report">
      <p>{t("Alerts find you by the last position that you reported:")}</p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void run(true)}>
          {t("Report where I am")}
        </button>
        <button type="button" disabled={isBusy} onClick={() => void run(false)}>
          {t("Report the map's middle")}
        </button>
      </div>
      <Problem text={problem} />
      <p role="status">{done}</p>
    </div>
  );
}
