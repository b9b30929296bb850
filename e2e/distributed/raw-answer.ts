import { connect } from "node:net";

/** Sends one request exactly as given to this port; returns the answer's status, headers and body. */
export async function askRaw(port: number, request: string) {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.write(request);
  let answer = "";
  for await (const chunk of socket) {
    answer += chunk;
    // nginx waits five seconds for the rest of a body that it has refused, unless the client closes first.
    if (isWhole(answer)) socket.end();
  }
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((each) => each.split(": ", 2) as [string, string]));
  return { status: Number(line.split(" ")[1]), headers, body };
}

/** Whether it has all bytes that its header promises. */
function isWhole(answer: string): boolean {
  const [head = "", body] = answer.split("\r\n\r\n");
  const promised = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
  return body !== undefined && Buffer.byteLength(body) >= promised;
}
