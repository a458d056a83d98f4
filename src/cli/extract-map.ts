import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { PMTiles, type RangeResponse, type Source, TileType } from "pmtiles";
import { pmtiles, type Tile } from "./pmtiles-writer.ts";
import { CommandError, runCommand } from "./run-command.ts";

/** The files of the console's places, which its build writes. */
const ASSETS = join(import.meta.dirname, "../../console/dist/assets");
const TIMEOUT_MS = 30_000;
/** A server may close a connection just when the next request goes out on it. */
const MAX_TRIES = 3;
/** How many tiles are asked for at once. */
const CONCURRENCY = 8;
/** More tiles are a matter of hours, and of more memory than a machine may have. */
const MOST_TILES = 20_000;
const KM_PER_DEGREE = 111.2;
/** Tiles end here. */
const MOST_LATITUDE = 85;
const DAY_MS = 24 * 3600 * 1000;

type Box = [west: number, south: number, east: number, north: number];
type Place = [name: string, country: string, longitude: number, latitude: number, people: number];

/** The newest of Protomaps' daily builds that is surely there: that of two days ago. */
const newestBuild = () => {
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");
  return `https://build.protomaps.com/${day}.pmtiles`;
};

const plain = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

/** Reads the console's places whose names begin like this one. */
function placesLike(name: string): (Place | [...Place, unknown, Record<string, string>])[] {
  try {
    const folder = readdirSync(ASSETS).find((file) => file.startsWith("base-map-")) ?? "";
    const file = `names-${name.slice(0, 2).replaceAll(/[^a-z0-9]/g, "_")}.json`;
    return JSON.parse(readFileSync(join(ASSETS, folder, file), "utf8"));
  } catch {
    return [];
  }
}

/** Finds the largest place of a name, in any of its languages: "Roma", "Modena, IT". Coordinates are taken as they are. */
function findPlace(text: string): Place {
  const [, latitude, longitude] = /^(-?[\d.]+)\s*,\s*(-?[\d.]+)$/.exec(text.trim()) ?? [];
  if (latitude && longitude) return [text, "", Number(longitude), Number(latitude), 0];
  const [name = "", country] = text.split(",").map(plain);
  const [found] = placesLike(name).filter(
    ([own, code, , , , , others]) =>
      [own, ...Object.values(others ?? {})].map(plain).includes(name) &&
      (country === undefined || plain(code) === country),
  );
  if (found) return found as Place;
  throw new CommandError(
    `No place is called ${text}. Write its name and country, "Modena, IT", or its latitude and longitude, "44.65, 10.93". Names need the built console: npm run build --workspace console.`,
  );
}

/** Reads ranges of an archive on a web server, and says what is wrong with it. */
class WebArchive implements Source {
  readonly #url: string;
  readonly #timeout: number;

  constructor(url: string, timeout: number) {
    this.#url = url;
    this.#timeout = timeout;
  }
  getKey(): string {
    return this.#url;
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    return await this.#ask(offset, length, MAX_TRIES);
  }
  async #ask(offset: number, length: number, tries: number): Promise<RangeResponse> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` };
    const signal = AbortSignal.timeout(this.#timeout);
    try {
      const response = await fetch(this.#url, { headers, signal });
      if (response.status === 206) return { data: await response.arrayBuffer() };
      await response.body?.cancel();
      throw new CommandError(
        response.status === 200
          ? `${this.#url} is not served in ranges: choose another server by --from.`
          : `${this.#url} answers ${response.status}: name another archive by --from.`,
      );
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const { name, cause } = error as Error;
      if (name !== "TimeoutError" && tries > 1) return await this.#ask(offset, length, tries - 1);
      const why =
        name === "TimeoutError"
          ? `no answer within ${this.#timeout / 1000} seconds`
          : ((cause as NodeJS.ErrnoException)?.code ?? (error as Error).message);
      throw new CommandError(
        `${this.#url} cannot be read: ${why}. Without a network, copy a file from another machine, and set MAP_FILE.`,
      );
    }
  }
}

/** Yields the addresses of the tiles of a zoom that touch a box. */
function* tilesOf([west, south, east, north]: Box, z: number): Generator<Omit<Tile, "data">> {
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * 2 ** z);
  const row = (latitude: number) => {
    const y = Math.asinh(Math.tan((latitude * Math.PI) / 180));
    return Math.floor(((1 - y / Math.PI) / 2) * 2 ** z);
  };
  for (let x = column(west); x <= column(east); x += 1)
    for (let y = row(north); y <= row(south); y += 1) yield { z, x, y };
}

/** Copies the part of an archive that covers a box. */
async function extract(source: Source, box: Box, said: (text: string) => void): Promise<Buffer> {
  const archive = new PMTiles(source);
  const { minZoom, maxZoom, tileType } = await archive.getHeader();
  if (tileType !== TileType.Mvt)
    throw new CommandError(`${source.getKey()} has no vector tiles: name another by --from.`);
  const wanted: Omit<Tile, "data">[] = [];
  for (let z = minZoom; z <= maxZoom; z += 1) {
    for (const tile of tilesOf(box, z)) {
      if (wanted.push(tile) > MOST_TILES)
        throw new CommandError("That is too large: choose fewer kilometres by --around.");
    }
  }
  said(`Copying ${wanted.length} tiles of ${source.getKey()}…`);
  const tiles: Tile[] = [];
  const copyNext = async () => {
    for (let tile = wanted.pop(); tile; tile = wanted.pop()) {
      const found = await archive.getZxy(tile.z, tile.x, tile.y);
      if (found) tiles.push({ ...tile, data: new Uint8Array(found.data) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, copyNext));
  if (tiles.length === 0)
    throw new CommandError(`${source.getKey()} has nothing there: name another by --from.`);
  return pmtiles(tiles, box, (await archive.getMetadata()) as object);
}

/** Reads a number that is greater than zero. */
function positive(text: string): number {
  if (!(Number(text) > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return Number(text);
}

/** `npm run map -- PLACE`: makes the file with the streets around a place. */
runCommand(async () => {
  const program = new Command("npm run map --")
    .description(
      "Makes the file of a map with streets around a place: copies that part of an archive of PMTiles on a web server, and names the setting. " +
        "That server learns which part. Nothing else is asked then: hosts serve the file.",
    )
    .argument("<place...>", `its name, "Modena" or "Modena, IT", or its latitude and longitude`)
    .option("--around <km>", "how far the map reaches from there, in kilometres", positive, 15)
    .option("--from <url>", "the archive, in Protomaps' schema (default: their newest build)")
    .option("--timeout <seconds>", "how long an answer may take", positive, TIMEOUT_MS / 1000)
    .parse();
  const { around, from = newestBuild(), timeout } = program.opts();
  const [name, country, longitude, latitude] = findPlace(program.args.join(" "));
  const up = around / KM_PER_DEGREE;
  const aside = up / Math.cos((latitude * Math.PI) / 180);
  const box: Box = [
    Math.max(longitude - aside, -180),
    Math.max(latitude - up, -MOST_LATITUDE),
    Math.min(longitude + aside, 179.999),
    Math.min(latitude + up, MOST_LATITUDE),
  ];
  const said = (text: string) => void process.stdout.write(`${text}\n`);
  said(`${[name, country].filter(Boolean).join(", ")}: ${around} km around it.`);

  const file = resolve(process.env.MAP_FILE || join(process.env.DATA_DIR || "data", "map.pmtiles"));
  const made = await extract(new WebArchive(from, timeout * 1000), box, said);
  await mkdir(dirname(file), { recursive: true });
  // Hosts that read the file at this moment keep the old one.
  await writeFile(`${file}.new`, made);
  await rename(`${file}.new`, file);
  said(`${(made.length / 1e6).toFixed(1)} MB. Set this, and restart the hosts:\nMAP_FILE=${file}`);
  return 0;
});
