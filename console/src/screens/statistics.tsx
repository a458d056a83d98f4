import { useEffect, useMemo, useState } from "preact/hooks";
import { AlertStatisticsDocument, type AlertStatisticsQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LoadState } from "../components/load-state.tsx";
import { Select } from "../components/select.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Title } from "../components/title.tsx";
import { loaded } from "../state/loaded.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { count } from "../words/numbers.ts";
import { duration, month } from "../words/time.ts";
import { t } from "../words/translate.ts";

const months = (number: number) =>
  t("{number, plural, one {# month} other {# months}}", { number });
const PERIODS = [
  ["3", months(3)],
  ["12", months(12)],
  ["60", t("{number, plural, one {# year} other {# years}}", { number: 5 })],
] as const;

const statisticsOf = (months: number) =>
  loaded(
    async (signal) =>
      (await request(AlertStatisticsDocument, { months }, { signal })).alertStatistics ?? [],
  );

const share = (part: number, whole: number) =>
  whole > 0 ? `${count(part)} (${Math.round((100 * part) / whole)} %)` : count(part);

type Row = NonNullable<AlertStatisticsQuery["alertStatistics"]>[number];

const COLUMNS: readonly Column<Row>[] = [
  [t("Month"), ({ beganAt }) => month(beganAt)],
  [t("Kind"), ({ status }) => STATUS_NAMES[status][0]],
  [t("Alerts"), ({ alerts }) => count(alerts), "number"],
  [t("In the zones"), ({ told }) => count(told), "number"],
  [t("Pushed"), ({ pushed, told }) => share(pushed, told), "number"],
  [
    t("Half within"),
    ({ pushedAfterMedian: median }) => (median === null ? "–" : duration(median)),
    "number",
  ],
  [t("Seen"), ({ seen, told }) => share(seen, told), "number"],
];

/**
 * Shows by month and status how many alerts there were, how many people were in the zones, how fast they were pushed to,
 * and how many saw it.
 */
export function StatisticsScreen() {
  const [months, setMonths] = useState<(typeof PERIODS)[number][0]>("12");
  const statistics = useMemo(() => statisticsOf(Number(months)), [months]);
  useEffect(() => void statistics.load(), [statistics]);
  const rows = statistics.data.value;
  return (
    <main class="page">
      <Title text={t("Statistics")} />
      <Select label={t("The last")} value={months} options={PERIODS} onChange={setMonths} />
      <LoadState of={statistics} empty={t("No alert was published in this time.")} />
      {rows && rows.length > 0 && (
        <Table
          columns={COLUMNS}
          rows={rows}
          keyOf={({ beganAt, status }) => `${beganAt} ${status}`}
        />
      )}
      <p class="hint">
        {t(
          "Each person counts once for each alert. Half within: the time from publication in which half of the pushes had left; who came in later does not count there. Months are in UTC.",
        )}
      </p>
    </main>
  );
}
