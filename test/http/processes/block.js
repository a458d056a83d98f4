import { writeSync } from "node:fs";
import { Server } from "node:http";

/** Loaded before the service, so that a request to /block occupies its event loop for good. */
const { emit } = Server.prototype;
Server.prototype.emit = function emitOrBlock(name, request, ...others) {
  if (name !== "request" || request.url !== "/block") {
    return emit.call(this, name, request, ...others);
  }
  writeSync(2, "blocking\n");
  for (;;);
};
