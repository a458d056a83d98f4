import { useEffect, useState } from "preact/hooks";
import { NewPositionDocument } from "../api/operations.ts";
import { positionInput } from "../api/position-input.ts";
import { messageOf, request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { ThisBrowser } from "../push/this-browser.tsx";
import { watchPlace } from "../state/watch-place.ts";
import { t } from "../words/translate.ts";
import { reachability } from "./reachability.ts";

/** Reports this browser's position while the page is open. Returns a function that stops it. */
const reportWhileOpen = (note: (problem: string) => void) =>
  watchPlace(
    async (position) => {
      const input = positionInput(position);
      await request(NewPositionDocument, { input }, WITH_SHORT_TIMEOUT);
      await reachability.load();
    },
    (error) => note(error ? messageOf(error) : ""),
  );

/** Lets the user be warned in this browser, and report positions while the page is open. */
export function ThisPhone() {
  const [reports, setReports] = useState(false);
  const [trouble, setTrouble] = useState("");
  useEffect(() => (reports ? reportWhileOpen(setTrouble) : undefined), [reports]);
  return (
    <>
      <ThisBrowser
        publicKey={reachability.data.value?.webPushPublicKey}
        onChange={reachability.load}
      />
      <p role="status">{reports && t("This page reports where you are, as long as it is open.")}</p>
      {!reports && (
        <button type="button" onClick={() => setReports(true)}>
          {t("Report where I am while this page is open")}
        </button>
      )}
      <Problem text={trouble} />
    </>
  );
}
