import { inFile } from "../../fault.ts";

const ARRIVING = ["test/http/arriving.test.ts"];

/** Faults in the bounds of bodies that are not whole. */
export const faults = [
  ...inFile("src/http/arriving.ts", ARRIVING, [
    ["the smallest bodies end first", "b.size - a.size", "a.size - b.size"],
    ["whole bodies count", "if (request.isWhole()) requests.delete(request);", ""],
    [
      "what was ended counts on",
      "total -= size;\n    requests.delete(request);",
      "requests.delete(request);",
    ],
    ["a body of unknown length is not bounded", "Number.POSITIVE_INFINITY", "0"],
    ["a body of known length is not bounded", "length <= SMALL", "Number.isFinite(length)"],
    ["what came with the headers is not counted", "socket.bytesRead - FIRST", "socket.bytesRead"],
    ["all bodies end as soon as one is too much", "if (total <= most) return;", ""],
    ["a body that came whole is not", "request.complete || socket.destroyed", "socket.destroyed"],
  ]),
];
