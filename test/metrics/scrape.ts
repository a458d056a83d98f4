/** A metric's samples: their labels as Prometheus writes them, and their values. */
export type Scrape = ReadonlyMap<string, number>;

/** Reads a page of metrics: each series, such as `a_total{task="b"}`, with its value. */
export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1).replace("Inf", "Infinity"))];
    }),
  );
}

export async function metricsOf(url: string): Promise<Set<string>> {
  return namesIn(await (await fetch(url)).text());
}

/** The names of all metrics of a page, also of those without a sample yet. A histogram has three. */
export function namesIn(page: string): Set<string> {
  const names = [...page.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [String(name)],
  );
  return new Set(names);
}
