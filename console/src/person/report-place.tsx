import { useState } from "preact/hooks";
import { Checkbox } from "../components/checkbox.tsx";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { reachability } from "../join/reachability.ts";
import { t } from "../words/translate.ts";
import { reportOnce } from "./here.ts";
import { reports, reportTrouble } from "./reports.ts";

/** Reports where the person is, once or while the page is open. */
export function ReportPlace() {
  const [done, setDone] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    setDone("");
    await reportOnce();
    setDone(t("Your place is reported."));
    await reachability.load();
  });
  return (
    <section aria-labelledby="report">
      <h2 id="report">{t("Where I am")}</h2>
      <button type="button" class="wide" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? t("Looking where you are…") : t("Report where I am")}
      </button>
      <p role="status">{done}</p>
      <Problem text={problem} />
      <Checkbox
        value={reports.value}
        onChange={(is) => {
          reports.value = is;
        }}
      >
        {t("Report it again and again while this page is open")}
      </Checkbox>
      <Problem text={reportTrouble.value} />
    </section>
  );
}
