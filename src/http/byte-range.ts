import type { Request } from "express";

/** Returns the requested range of bytes, ends included; undefined for the whole file, -1 for a range outside it. */
export function requestedRange(
  request: Request,
  etag: string,
  size: number,
): [number, number] | -1 | undefined {
  const condition = request.get("If-Range");
  // Ranges are defined for GET only.
  if (request.method !== "GET" || (condition !== undefined && condition !== etag)) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return -1;
  if (!Array.isArray(ranges) || ranges.type !== "bytes") return undefined;
  const [range, ...others] = ranges;
  // HTTP allows the whole file as the answer to several ranges.
  return range && others.length === 0 ? [range.start, range.end] : undefined;
}
