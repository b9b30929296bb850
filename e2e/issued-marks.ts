import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openStores, type Stores } from "@attestory/event-store/open-stores.ts";
import { encryptMark, type PositionMark } from "@attestory/http/security/position-mark.ts";

const reportError = (message: string, cause?: unknown): never => {
  throw new Error(message, { cause });
};

/** The log position as the product with these stores would issue it. Closes the stores. */
async function markOf(opening: Promise<Stores>, mark: PositionMark): Promise<string> {
  const stores = await opening;
  try {
    return encryptMark(mark, null, (...parts) => stores.keyring.hmac("link key", ...parts));
  } finally {
    await stores.close();
  }
}

/** Of a product that runs on a data folder. */
export const markInFolder = (dataDir: string, mark: PositionMark): Promise<string> => {
  const onFault = (error: Error) => reportError("a thread died", error);
  return markOf(openLocalStores({ dataDir, generation: 1, masterKeys: null, writes: false, onFault }), mark);
};

/** Of a product that runs on servers, by its settings. */
export const markOnServers = (settings: Readonly<Record<string, string>>, mark: PositionMark): Promise<string> => {
  const { EVENT_LOG: eventLog = "", VAULT: vault = "", MASTER_KEY = "" } = settings;
  const masterKeys = [Buffer.from(MASTER_KEY, "base64")];
  return markOf(openStores({ eventLog, vault, masterKeys, generation: 1, reportError }), mark);
};
