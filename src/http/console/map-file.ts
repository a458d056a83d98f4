import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import { requestedRange } from "../byte-range.ts";
import { refuse } from "../errors.ts";

/** The most bytes of an answer. Tiles and directories have fewer; a copy of a country would use up the bandwidth. */
const LONGEST = 4_000_000;

/** Answers from one opened file, so that the bytes are of the same file as the ETag even while it is replaced. */
async function serve(path: string, request: Request, response: Response): Promise<void> {
  await using file = await open(path);
  const { size, mtimeNs } = await file.stat({ bigint: true });
  const etag = `"${size}-${mtimeNs}"`;
  // The ETag is the same on all hosts if their copies have the same modification time. It is strong, because readers of
  // PMTiles begin again when it changes. Browsers ask whether their copy is still valid.
  response.set({ ETag: etag, "Accept-Ranges": "bytes", "Cache-Control": "no-cache" });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const range = requestedRange(request, etag, Number(size));
  if (range === undefined || range === -1 || range[1] - range[0] >= LONGEST) {
    response.removeHeader("ETag");
    response.set("Content-Range", `bytes */${size}`);
    const message = `The map's file is served in ranges of at most ${LONGEST} bytes.`;
    return refuse(response, 416, "BAD_USER_INPUT", message);
  }
  const [start, end] = range;
  response.status(206).set({
    "Content-Range": `bytes ${start}-${end}/${size}`,
    "Content-Length": String(end + 1 - start),
    "Content-Type": "application/octet-stream",
  });
  await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
}

/** Serves the map's file in ranges, as it is at the moment of each request. */
export const mapFile =
  (path: string): RequestHandler =>
  async (request, response) => {
    try {
      await serve(path, request, response);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" && !response.headersSent) {
        return refuse(response, 404, "NOT_FOUND", "The map's file is gone.");
      }
      // The client has closed the connection.
      if (code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  };
