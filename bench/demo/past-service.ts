import { cheapPasswords } from "@attestory/e2e/cheap-passwords.ts";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { listen } from "@attestory/http/server/listen.ts";
import { readConfiguration } from "@attestory/standalone/config.ts";
import { openEmbedded } from "@attestory/standalone/open-embedded.ts";

/** The product with a clock of its own. What it is asked happens, and is recorded, at that time. */
export interface PastService {
  url: string;
  now(): Date;
  /** Sets the clock forward; it never goes back. */
  goTo(time: number): void;
  close(): Promise<void>;
}

interface PastFolder {
  folder: string;
  /** Milliseconds since the epoch. */
  startsAt: number;
  firstAdminEmail: string;
}

/**
 * Opens the product on an empty folder at a time of the past. Each client says its own address, as one behind a proxy does. Hashing the
 * passwords of a whole history costs little: a sign-in later hashes them as usual.
 */
export async function openPastService({ folder, startsAt, firstAdminEmail }: PastFolder): Promise<PastService> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const read = readConfiguration({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    TRUST_PROXY: "1",
    FIRST_ADMIN_EMAIL: firstAdminEmail,
    LOG_LEVEL: "error",
    NODE_ENV: "test",
  });
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  const { settings } = read;
  let setTo = startsAt;
  let setAt = performance.now();
  const now = () => new Date(setTo + performance.now() - setAt);
  const log = createLog({ level: settings.logLevel, stream: process.stderr });
  const service = await openEmbedded(settings, { log, now, passwordCost: cheapPasswords });
  const http = await listen(service.app, { host: settings.host, port, readiness: service.readiness, drainMs: 1000 });
  return {
    url,
    now,
    goTo(time) {
      setTo = Math.max(time, now().getTime());
      setAt = performance.now();
    },
    async close() {
      await http.drain();
      await service.close();
    },
  };
}
