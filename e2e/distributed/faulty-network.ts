import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type Counts, type Distributed, type Servers, startDistributed } from "./start-distributed.ts";

/** The product on a network that tests can disturb, between its processes and each of their servers. */
export interface FaultyNetwork {
  stack: Distributed;
  mail: MailServer;
  eventStore: FaultProxy;
  mongo: FaultProxy;
  redis: FaultProxy;
  /** Processes that ended without a test ending them, and output that reports an unexpected error. */
  casualties(): string[];
  remove(): Promise<void>;
}

/** `counts`: one process each by default. The event store is always a stand-in, because tests cannot kill an external one. */
export async function startOnFaultyNetwork(
  env: Record<string, string>,
  counts: Counts = { command: 1, query: 1, projections: 1, mail: 1 },
): Promise<FaultyNetwork> {
  const mail = await startMailServer();
  const proxies: FaultProxy[] = [];
  const before = async (port: number) => {
    const proxy = await startFaultProxy({ host: "127.0.0.1", port });
    proxies.push(proxy);
    return proxy;
  };
  const through = async ({ eventStore, mongo, redis }: Servers) => {
    const log = await before(eventStore.port);
    const [store, jobs] = [await before(mongo.port), await before(redis.port)];
    const eventLog = `esdb://127.0.0.1:${log.port}?tls=false`;
    return { eventLog, mongo: store.port, redis: `redis://127.0.0.1:${jobs.port}` };
  };
  const settings = { SMTP_URL: mail.url, ...env };
  const stack = await startDistributed(settings, counts, through);
  const [eventStore, mongo, redis] = proxies as [FaultProxy, FaultProxy, FaultProxy];
  return {
    stack,
    mail,
    eventStore,
    mongo,
    redis,
    casualties: () =>
      stack.services.flatMap(({ role, process, output }) => {
        const end = process.exitCode ?? process.signalCode;
        const cry = /^.*(unhandled|uncaught|"level":60|worker thread died|process cannot continue).*$/im.exec(
          output(),
        )?.[0];
        return [...(end === null ? [] : [`${role} ended with ${end}`]), ...(cry ? [`${role} said ${cry}`] : [])];
      }),
    async remove() {
      for (const proxy of proxies) proxy.resume();
      await stack.remove();
      for (const proxy of proxies) await proxy.close();
      await mail.close();
    },
  };
}

/** Turns silence into a closed connection: every connection is reset, and new ones are accepted. */
export function resetConnections(proxy: FaultProxy): void {
  proxy.cut();
  proxy.resume();
}
