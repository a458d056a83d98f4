import { useEffect, useState } from "preact/hooks";
import { Checkbox } from "../components/checkbox.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { followReachability, reachability } from "../join/reachability.ts";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import { AlertCard } from "./alert-card.tsx";
import { type Concern, hasJustEnded, isDrill } from "./concern.ts";
import { allConcerns, isFresh } from "./concerns.ts";
import { Freshness } from "./freshness.tsx";
import { here, loadAlertsHere, reportOnce } from "./here.ts";
import { answers, knownAt } from "./inbox.ts";
import { isPlaceOld } from "./place-age.ts";
import { PlaceArrived } from "./place-arrived.tsx";
import type { Pushed } from "./pushed.ts";
import { PushedCards, pushesBesideInbox } from "./pushed-cards.tsx";
import { reports, reportTrouble } from "./reports.ts";
import { usePushes } from "./use-pushes.ts";

const CHECK_INTERVAL_MS = 30_000;

/** Says whether the person would be warned, and what is missing. */
export function Reached() {
  useEffect(() => followReachability(CHECK_INTERVAL_MS), []);
  const state = reachability.data.value;
  if (!state) return null;
  const { hasDevice, lastReportedAt } = state;
  const isReached = hasDevice && !isPlaceOld.value;
  return (
    <section class="reach-state" role="status">
      <p>
        <strong>{isReached ? t("You will be warned.") : t("You would not be warned yet.")}</strong>
      </p>
      <PlaceArrived lastReportedAt={lastReportedAt} />
      {!hasDevice && (
        <p>
          {t("No warning can reach you while this page is closed:")}{" "}
          <a href="#/me">{t("turn on warnings")}</a>
        </p>
      )}
    </section>
  );
}

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

/** Returns the answer to the first question: am I affected? */
function answer(active: number): string {
  if (knownAt.value === undefined) return t("Loading…");
  if (active === 0) {
    if (!isFresh.value) return t("We cannot tell now");
    // Without a recent position, an alert may concern the user but not find them.
    if (isPlaceOld.value) return t("We do not know where you are");
    return isPlaceOld.value === false ? t("No alert concerns you") : t("Loading…");
  }
  return t("{number, plural, one {An alert concerns you} other {# alerts concern you}}", {
    number: active,
  });
}

/** Splits a list into those for which something is true, and the others. */
const partition = <Item,>(list: readonly Item[], is: (item: Item) => boolean) =>
  [list.filter(is), list.filter((item) => !is(item))] as const;

/** The exercises and tests for the person, below what is real. */
function Drills({ concerns, pushes }: { concerns: Concern[]; pushes: readonly Pushed[] }) {
  if (concerns.length === 0 && pushesBesideInbox(pushes).length === 0) return null;
  return (
    <section aria-labelledby="drills">
      <h2 id="drills">{t("Exercises and tests")}</h2>
      <PushedCards pushes={pushes} />
      {concerns.map((concern) => (
        <AlertCard key={concern.alert.id} concern={concern} />
      ))}
    </section>
  );
}

/** The first screen: am I affected, by which alert, and what should I do? */
export function NowScreen() {
  // Exercises and tests concern nobody for real: they are shown apart, and not counted.
  const [drills, real] = partition(allConcerns.value, ({ alert }) => isDrill(alert));
  const [active, past] = partition(real, ({ isActive }) => isActive);
  const over = past.filter((concern) => hasJustEnded(concern, now.value));
  const present = drills.filter((drill) => drill.isActive || hasJustEnded(drill, now.value));
  const text = answer(active.length);
  const said = answers.value;
  const [pushedDrills, pushes] = partition(usePushes(), ({ data }) => isDrill(data));
  // The service's answer for a place changes with the alerts.
  useEffect(() => {
    if (said > 0 && here.peek()) loadAlertsHere().catch(console.warn);
  }, [said]);
  // Scrolls to the top when an active alert has a new notification.
  const newest = Math.max(0, ...active.map(({ told: [last] }) => last?.id ?? 0));
  useEffect(() => {
    if (newest > 0) window.scrollTo(0, 0);
  }, [newest]);
  return (
    <>
      <div role="status" class={active.length > 0 ? "answer affected" : "answer"}>
        <Title text={t("Now|screen")}>{text}</Title>
      </div>
      <Freshness />
      <PushedCards pushes={pushes} />
      {active.map((concern) => (
        <AlertCard key={concern.alert.id} concern={concern} />
      ))}
      {over.map((concern) => (
        <AlertCard key={concern.alert.id} concern={concern} />
      ))}
      <Drills concerns={present} pushes={pushedDrills} />
      <Reached />
      <ReportPlace />
    </>
  );
}
