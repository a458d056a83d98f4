import { table } from "../lib/statistics.ts";
import { COSTS, type Cost } from "./costs.ts";

const PEOPLE = [100_000, 1_000_000, 10_000_000];
const DAY = 86_400;
const RETENTION = [1, 7, 30];
/** Cores of a large machine. */
const LARGE = 64;

/** Assumptions, which no benchmark can measure. docs/scale.md states each. */
const ASSUMED = {
  /** Reports a day of a phone that reports when it has moved, and the busiest hour's rate ÷ the mean. */
  moves: 40,
  busiest: 3,
  /** Seconds between two checkpoints of the database. */
  checkpoint: 1800,
  /** Seconds in which everyone opens the app after a publication. */
  opening: 300,
};

/** A way to report. */
interface Way {
  name: string;
  /** Positions of a phone in a day. */
  daily: number;
  /** The busiest hour's rate ÷ the mean. */
  busiest: number;
  /** Positions in a request. */
  batch: 1 | 10;
}

const WAYS: Way[] = [
  { name: "once a minute", daily: DAY / 60, busiest: 1, batch: 1 },
  { name: "once a minute, ten at once", daily: DAY / 60, busiest: 1, batch: 10 },
  { name: "once in five minutes", daily: DAY / 300, busiest: 1, batch: 1 },
  { name: "on movement", daily: ASSUMED.moves, busiest: ASSUMED.busiest, batch: 1 },
];

const rounded = (figure: number) =>
  Number(figure.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 2 });
const range = (least: number, most: number) =>
  rounded(least) === rounded(most) ? rounded(least) : `${rounded(least)}–${rounded(most)}`;
const times = ({ least, most }: Cost, factor: number) => range(least * factor, most * factor);
/** Returns the range of an amount divided by a cost. */
const per = (amount: number, { least, most }: Cost) => range(amount / most, amount / least);
const count = (figure: number) => figure.toLocaleString("en");

const bytes = (figure: number) => {
  const [unit, size] = (
    [
      ["TB", 1e12],
      ["GB", 1e9],
      ["MB", 1e6],
    ] as const
  ).find(([, size]) => figure >= size) ?? ["kB", 1e3];
  return `${rounded(figure / size)} ${unit}`;
};

/** Returns bytes of WAL for a position. The first report of a user after a checkpoint writes whole pages. */
function walOf({ daily, batch }: Way): number {
  const [first, later] =
    batch === 1 ? [COSTS.walFirst, COSTS.wal] : [COSTS.batchWalFirst, COSTS.batchWal];
  const requests = (daily * ASSUMED.checkpoint) / DAY / batch;
  const share = 1 / Math.max(1, requests);
  return share * first.least + (1 - share) * later.least;
}

function reports() {
  return PEOPLE.flatMap((people) =>
    WAYS.map((way) => {
      const rate = (people * way.daily * way.busiest) / DAY;
      // At a thousand reports a second, each millisecond of a report's CPU keeps one core busy.
      const busy = rate / 1000;
      const single = (cost: Cost) => (way.batch === 1 ? times(cost, busy) : "not measured");
      return {
        people: count(people),
        reports: way.name,
        "positions/s": count(Math.round(rate)),
        "hosts' cores": times(
          COSTS.hostReport,
          way.batch === 1 ? busy : busy / COSTS.batchOfTen.least,
        ),
        "database's cores": single(COSTS.databaseReport),
        "its WAL a second": bytes(rate * walOf(way)),
      };
    }),
  );
}

function storage() {
  return PEOPLE.flatMap((people) =>
    WAYS.filter(({ batch }) => batch === 1).map((way) => ({
      people: count(people),
      reports: way.name,
      "positions a day": `${rounded((people * way.daily) / 1e6)} million`,
      ...Object.fromEntries(
        RETENTION.map((days) => [
          days === 1 ? "kept a day" : `kept ${days} days`,
          bytes(people * way.daily * days * COSTS.position.least),
        ]),
      ),
      "last positions": bytes(people * COSTS.lastPosition.least),
      "WAL a day": bytes(people * way.daily * walOf(way)),
    })),
  );
}

function publications() {
  return PEOPLE.map((people) => {
    const opened = people / ASSUMED.opening / 1000;
    const minutes = (cost: Cost) => times(cost, people / 100_000 / 60);
    return {
      "people told": count(people),
      "publication, s":
        people < 1e6
          ? times(COSTS.smallPublication, people / 100_000)
          : times(COSTS.publication, people / 1e6),
      "notifications on disk": bytes(people * COSTS.notification.least),
      "pushes by Expo, min": minutes(COSTS.expo),
      "pushes by FCM, min": minutes(COSTS.fcm),
      "hosts' cores while all open the app": times(COSTS.hostNotifications, opened),
      "database's cores": times(COSTS.databaseNotifications, opened),
    };
  });
}

function bounds() {
  const cores = LARGE * 1000;
  return [
    { "all of": "one host, which is one core", "reports/s": per(1000, COSTS.hostReport) },
    { "all of": `hosts on ${LARGE} cores`, "reports/s": per(cores, COSTS.hostReport) },
    { "all of": `a primary with ${LARGE} cores`, "reports/s": per(cores, COSTS.databaseReport) },
  ];
}

function costs() {
  return Object.values<Cost>(COSTS).map(({ what, least, most, unit, by }) => ({
    "measured cost": what,
    figure: `${least === most ? count(least) : `${least}–${most}`} ${unit}`,
    by,
  }));
}

/** The tables of docs/scale.md, in its order. */
export const tables = (): string[] =>
  [costs(), reports(), bounds(), storage(), publications()].map(table);
