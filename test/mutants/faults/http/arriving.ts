import { inFile } from "../../fault.ts";

const ARRIVING = ["test/http/arriving.test.ts"];

/** Faults in the limits for request bodies that have not arrived completely. */
export const faults = [
  ...inFile("src/http/arriving.ts", ARRIVING, [
    ["whole bodies count", "if (request.isWhole()) requests.delete(request);", ""],
    [
      "a body that was ended is ended again",
      "for (const request of ended) requests.delete(request);",
      "",
    ],
    ["a body of unknown length is not bounded", "Number.POSITIVE_INFINITY", "0"],
    ["a body of known length is not bounded", "length <= SMALL", "Number.isFinite(length)"],
    ["what came with the headers is not counted", "socket.bytesRead - FIRST", "socket.bytesRead"],
    ["a body that came whole is not", "request.complete || socket.destroyed", "socket.destroyed"],
    [
      "the headers of a request count as if they were 64 kB",
      "Math.max(0, socket.bytesRead - FIRST)",
      "socket.bytesRead - FIRST",
    ],
    [
      "a body whose client has left counts",
      "request.complete || socket.destroyed",
      "request.complete",
    ],
    ["bodies are looked at after the host has stopped", "clearInterval(timer);", ""],
    ["requests are noted after the host has stopped", 'server.off("request", add);', ""],
  ]),
];
