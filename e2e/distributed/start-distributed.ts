import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { freePort } from "../start-stack.ts";
import { type Role, type ServiceProcess, startService } from "./service-process.ts";
import { type Gateway, gatewayMissing, startGateway } from "./start-gateway.ts";

/** The servers that store everything. */
export interface Servers {
  /** Always its own: no other stack has the keys for this stack's events. */
  eventStore: EventStoreProcess;
  mongo: MongoServer;
  redis: RedisServer;
}

/** The product as many processes behind its gateway. */
export interface Distributed {
  /** The gateway's URL; also the `PUBLIC_URL`. */
  url: string;
  /** The environment of every process. */
  settings: Readonly<Record<string, string>>;
  servers: Servers;
  gateway: Gateway;
  services: ServiceProcess[];
  /** Processes that were replaced. */
  replaced: ServiceProcess[];
  of(role: Role): ServiceProcess[];
  /** Replaces a process that was killed or stopped. */
  replace(old: ServiceProcess, fresh: ServiceProcess): void;
  remove(): Promise<void>;
}

/** The number of processes of each role; two by default. */
export type Counts = Partial<Record<Role, number>>;

/** Why the distributed stack cannot start here, or null. @throws where servers are required */
export const whyNotDistributed = (): string | null => whyNoMongo() ?? whyNoRedis() ?? gatewayMissing();

/** Addresses through which the processes reach their servers, such as proxies; each defaults to the server itself. */
export interface Through {
  eventLog?: string;
  mongo?: number;
  redis?: string;
}

export async function startDistributed(
  env: Record<string, string> = {},
  counts: Counts = {},
  through: (servers: Servers) => Promise<Through> = async () => ({}),
): Promise<Distributed> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-distributed-"));
  const [eventStore, mongo, redis] = await Promise.all([
    startEventStore(join(folder, "events.sqlite")),
    startMongoServer(),
    startRedisServer(),
  ]);
  const servers: Servers = { eventStore, mongo, redis };
  const between = await through(servers);
  const port = await freePort();
  const database = new URL(mongo.database(between.mongo));
  const named = (name: string) => {
    const url = new URL(database);
    url.pathname += `-${name}`;
    return String(url);
  };
  const settings = {
    PUBLIC_URL: `http://localhost:${port}`,
    NODE_ENV: "test",
    RATE_LIMITS: "off",
    TRUST_PROXY: "1",
    EVENT_LOG: between.eventLog ?? eventStore.url,
    READ_STORE: named("read"),
    VAULT: named("vault"),
    JOBS: between.redis ?? redis.url,
    MASTER_KEY: randomBytes(32).toString("base64"),
    ...env,
  };
  const roles = (["command", "query", "projections", "mail"] as const).flatMap((role) =>
    Array.from({ length: counts[role] ?? 2 }, () => role),
  );
  const services: ServiceProcess[] = [];
  let gateway: Gateway | null = null;
  const remove = async () => {
    await gateway?.stop();
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all([servers.eventStore.kill(), mongo.close(), redis.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const of = (role: Role) => services.filter((service) => service.role === role);
  const ports = (role: Role) => of(role).map((service) => service.port);
  try {
    // All of them at once, as compose starts them.
    const started = await Promise.allSettled(roles.map((role) => startService({ role, env: settings })));
    for (const each of started) if (each.status === "fulfilled") services.push(each.value);
    for (const each of started) if (each.status === "rejected") throw each.reason;
    gateway = await startGateway(ports("command"), ports("query"), { port, publicUrl: settings.PUBLIC_URL });
  } catch (error) {
    await remove();
    throw error;
  }
  const replaced: ServiceProcess[] = [];
  return {
    url: gateway.url,
    settings,
    servers,
    gateway,
    services,
    replaced,
    of,
    remove,
    replace: (old, fresh) => replaced.push(...services.splice(services.indexOf(old), 1, fresh)),
  };
}
