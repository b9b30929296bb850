import { once } from "node:events";
import { createServer } from "node:net";

const usual = 3000;

/** The port that `npm start` takes, if it is free, else any that is. */
export const demoPort = async (): Promise<number> => (await listened(usual)) ?? (await listened(0)) ?? usual;

/** Null if it is taken. */
async function listened(port: number): Promise<number | null> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return null;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? null) : null;
}
