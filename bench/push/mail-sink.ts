import { type AddressInfo, createServer } from "node:net";
import { parentPort } from "node:worker_threads";

/** A mail server that accepts all, as fast as it can, in a thread of its own. It posts its port, and answers with its mails. */
let mails = 0;
const server = createServer((socket) => {
  let text = "";
  let isData = false;
  socket.on("error", () => {});
  socket.write("220 sink\r\n");
  socket.on("data", (bytes) => {
    text += bytes;
    for (;;) {
      const end = text.indexOf(isData ? "\r\n.\r\n" : "\r\n");
      if (end === -1) return;
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) mails += 1;
      isData = !isData && line === "DATA";
      socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
      if (line === "QUIT") socket.end();
    }
  });
});
server.listen(0, "127.0.0.1", () =>
  parentPort?.postMessage((server.address() as AddressInfo).port),
);
parentPort?.on("message", () => {
  parentPort?.postMessage(mails);
  mails = 0;
});
