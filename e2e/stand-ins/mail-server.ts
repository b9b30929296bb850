import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** One email as a mail server received it. */
export interface Received {
  from: string;
  /** All recipients of the envelope. */
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

/** A mail server that accepts and keeps every email, unless `refusal` is set. */
export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  received: Received[];
  /** The reply to every attempt to send an email, such as `451 later`; null: accepts the email. */
  refusal: string | null;
  /** From now on offers TLS (RFC 3207), or with null no longer does. Ends the current connections. */
  offerTls(identity: Identity | null): void;
  close(): Promise<void>;
}

const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? line;

const goesOverToTls = "220 go on";
const answersInClear: Record<string, string> = {
  EHLO: "250-mail.test\r\n250 8BITMIME",
  DATA: "354 go on",
  QUIT: "221 bye",
};

const answersWithTls = {
  ...answersInClear,
  EHLO: "250-mail.test\r\n250-STARTTLS\r\n250 8BITMIME",
  STARTTLS: goesOverToTls,
};

/** A key and a certificate, PEM. */
interface Identity {
  key: Buffer;
  cert: Buffer;
}
interface Manners {
  received: Received[];
  refusal(): string | null;
  answers(): Record<string, string>;
}

/** The reply to one line; null while the client sends the content of an email. */
function conversation({ received, refusal, answers }: Manners) {
  let email: Received = { from: "", to: [], raw: "" };
  let dictating = false;
  const dictate = (line: string): string | null => {
    if (line !== ".") {
      email.raw += `${line.replace(/^\./, "")}\r\n`;
      return null;
    }
    dictating = false;
    received.push(email);
    return "250 kept";
  };
  const take: Record<string, (line: string) => void> = {
    MAIL(line) {
      email = { from: addressIn(line), to: [], raw: "" };
    },
    RCPT(line) {
      email.to.push(addressIn(line));
    },
    DATA() {
      dictating = true;
    },
  };
  return (line: string): string | null => {
    if (dictating) return dictate(line);
    const [verb = ""] = line.toUpperCase().split(" ");
    const refused = verb === "RCPT" ? refusal() : null;
    if (refused !== null) return refused;
    take[verb]?.(line);
    return answers()[verb] ?? "250 fine";
  };
}

function converse(socket: Socket, answerTo: (line: string) => string | null, identity: () => Identity | null): void {
  let rest = "";
  const goOverToTls = () => {
    socket.off("data", receive);
    const safe = new TLSSocket(socket, { isServer: true, ...identity() });
    safe.on("error", () => socket.destroy());
    converse(safe, answerTo, identity);
  };
  const reply = (answer: string | null) => {
    if (answer === null) return;
    socket.write(`${answer}\r\n`);
    if (answer.startsWith("221")) socket.end();
    if (answer === goesOverToTls) goOverToTls();
  };
  const receive = (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) reply(answerTo(line));
  };
  socket.on("data", receive);
}

const anyPortHere = { host: "127.0.0.1", port: 0 };

/** Speaks the part of SMTP that a client without authentication uses (RFC 5321). */
export async function startMailServer(at = anyPortHere): Promise<MailServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let identity: Identity | null = null;
  const answers = () => (identity ? answersWithTls : answersInClear);
  const manners: Manners = { received, refusal: () => mail.refusal, answers };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    converse(socket, conversation(manners), () => identity);
    socket.write("220 mail.test\r\n");
  });
  server.listen(at);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refusal: null,
    offerTls(offered) {
      identity = offered;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      mail.offerTls(null);
      server.close();
      await once(server, "close");
    },
  };
  return mail;
}
