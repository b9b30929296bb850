import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** How a file fails to arrive: no answer, an answer that breaks off in the middle, or 404 because the file is gone. */
export type FileFault = "reset" | "broken off" | "gone";

/** A reverse proxy that withholds files, as a faulty network does for some of them, and as a newer deployment does. */
export interface FileFaults {
  url: string;
  /** Paths of the withheld files. */
  withheld: readonly string[];
  /** Forwards everything to this address. */
  target(url: string): void;
  withhold(path: RegExp, how: FileFault): void;
  deliver(): void;
  close(): Promise<void>;
}

export async function startFileFaults(): Promise<FileFaults> {
  const withheld: string[] = [];
  let target = "";
  let fault: { path: RegExp; how: FileFault } | null = null;

  const server = createServer(async (asked, response) => {
    const path = asked.url ?? "/";
    const how = fault?.path.test(path) ? fault.how : null;
    if (how) withheld.push(path);
    if (how === "reset") response.destroy();
    else if (how === "gone") response.writeHead(404).end();
    else handOn(asked, response, { target, isBrokenOff: how === "broken off" });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    withheld,
    target: (url) => {
      target = url;
    },
    withhold: (path, how) => {
      fault = { path, how };
    },
    deliver: () => {
      fault = null;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function handOn(
  asked: IncomingMessage,
  response: ServerResponse,
  { target, isBrokenOff }: { target: string; isBrokenOff: boolean },
): void {
  const { method, headers } = asked;
  const onward = request(`${target}${asked.url}`, { method, headers }, async (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!isBrokenOff) {
      answer.pipe(response);
      return;
    }
    const body = await buffer(answer);
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  });
  onward.on("error", () => response.destroy());
  asked.pipe(onward);
}
