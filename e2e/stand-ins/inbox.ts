import type { IncomingMessage, ServerResponse } from "node:http";
import type { Received } from "./mail-server.ts";

/** An email as a person reads it. */
interface ReadableEmail {
  to: string[];
  subject: string;
  text: string;
}

const decoders: Record<string, (body: string) => Buffer> = {
  base64: (body) => Buffer.from(body, "base64"),
  "quoted-printable": (body) =>
    Buffer.from(
      body
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
      "latin1",
    ),
};

const headerIn = (part: string, name: string): string => {
  const [head = ""] = part.split("\r\n\r\n", 1);
  const line = new RegExp(`^${name}: (.+)$`, "im").exec(head.replace(/\r\n[ \t]+/g, " "));
  return line?.[1]?.trim() ?? "";
};

const bodyOf = (part: string): string => {
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  const decode = decoders[headerIn(part, "Content-Transfer-Encoding").toLowerCase()];
  return decode ? decode(body).toString() : body;
};

/** The plain text of an email; of one without several parts, its body. */
const textOf = (raw: string): string => {
  const boundary = /boundary="?([^";]+)/i.exec(headerIn(raw, "Content-Type"))?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`).slice(1);
  const plain = parts
    .map((part) => part.replace(/^\r\n/, ""))
    .find((part) => /^content-type: text\/plain/im.test(part));
  return bodyOf(plain ?? parts[0] ?? raw).trim();
};

export const readableEmail = ({ to, raw }: Received): ReadableEmail => ({
  to,
  subject: headerIn(raw, "Subject"),
  text: textOf(raw),
});

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<>&]+(?:&#38;[^\s<>&]+)*/g, (link) => `<a href="${link}">${link}</a>`);

const page = (emails: readonly ReadableEmail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="5">
<title>Mailbox</title>
<h1>Mailbox</h1>
${emails.length === 0 ? "<p>No email yet.</p>" : ""}
${emails
  .map(
    ({ to, subject, text }) =>
      `<h2>${escaped(subject)}</h2><p>to ${escaped(to.join(", "))}</p><pre>${linked(text)}</pre>`,
  )
  .join("\n")}
</html>`;

/** Names of this machine: a page of another host could otherwise read the emails under a name that it lets point here. */
const isThisMachine = (host = "") => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/** Shows the newest emails, as a page at `/` and as JSON at `/emails`. */
export function answerInbox(received: () => readonly Received[]) {
  return ({ headers, url }: IncomingMessage, response: ServerResponse): void => {
    const fixed = { "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'" };
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { "Content-Type": `${type}; charset=utf-8`, ...fixed }).end(body);
    if (!isThisMachine(headers.host)) return void answer(421, "text/plain", "Open http://localhost instead");
    const emails = received().slice(-100).map(readableEmail).toReversed();
    if (url === "/emails") return void answer(200, "application/json", JSON.stringify(emails));
    if (url === "/") return void answer(200, "text/html", page(emails));
    answer(404, "text/plain", "There is nothing at this address");
  };
}
