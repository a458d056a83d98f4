import { Problem } from "../components/problem.tsx";
import { now } from "../state/now.ts";
import { moment, pastTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { inboxProblem, knownAt, readInbox } from "./inbox.ts";

/** Says how old the page's data is, if the service does not answer. */
export function Freshness() {
  const at = knownAt.value;
  const problem = inboxProblem.value;
  const text = [
    problem,
    problem &&
      at !== undefined &&
      t("What you see is from {time}, {ago}.", { time: moment(at), ago: pastTime(at, now.value) }),
  ];
  return <Problem text={text.filter(Boolean).join(" ")} retry={() => void readInbox()} />;
}
