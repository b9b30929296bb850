import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** One letter as a mail server was handed it. */
export interface Received {
  from: string;
  /** Everybody whom the envelope names. */
  to: string[];
  /** Headers and body, as they came. */
  raw: string;
}

/** A mail server that takes everything and keeps it, unless it is told to refuse. */
export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  received: Received[];
  /** What it says to whoever wants to hand it a letter, as `451 later`; null: it takes the letter. */
  refusal: string | null;
  close(): Promise<void>;
}

const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? line;

const answers: Record<string, string> = {
  EHLO: "250-mail.test\r\n250 8BITMIME",
  DATA: "354 go on",
  QUIT: "221 bye",
};

/** What is said to one line; null while a letter is being dictated. */
function conversation({ received, refusal }: { received: Received[]; refusal(): string | null }) {
  let letter: Received = { from: "", to: [], raw: "" };
  let dictating = false;
  return (line: string): string | null => {
    if (dictating) {
      if (line !== ".") {
        letter.raw += `${line.replace(/^\./, "")}\r\n`;
        return null;
      }
      dictating = false;
      received.push(letter);
      return "250 kept";
    }
    const [verb = ""] = line.toUpperCase().split(" ");
    const refused = verb === "RCPT" ? refusal() : null;
    if (refused !== null) return refused;
    if (verb === "MAIL") letter = { from: addressIn(line), to: [], raw: "" };
    if (verb === "RCPT") letter.to.push(addressIn(line));
    dictating = verb === "DATA";
    return answers[verb] ?? "250 fine";
  };
}

/** Speaks the part of SMTP that a client without encryption and sign-in uses (RFC 5321). */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const refusal = () => mail.refusal;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    const answerTo = conversation({ received, refusal });
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const answer = answerTo(line);
        if (answer !== null) socket.write(`${answer}\r\n`);
        if (answer?.startsWith("221")) socket.end();
      }
    });
    socket.write("220 mail.test\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refusal: null,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return mail;
}
