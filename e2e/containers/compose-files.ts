import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

type DependsOn = Record<string, { condition: string }>;

export interface Service {
  image?: string;
  build?: { context: string; target?: string };
  pull_policy?: string;
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  restart?: string;
  profiles?: string[];
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  init?: boolean;
  volumes?: string[];
  depends_on?: DependsOn;
  mem_limit?: string;
  stop_grace_period?: string;
}

export interface ComposeFile {
  name?: string;
  services: Record<string, Service>;
  networks?: Record<string, { internal?: boolean }>;
  volumes?: Record<string, unknown>;
}

export const readComposeFile = (path: string): ComposeFile =>
  parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"), { merge: true });

/** What a test puts in the place of the stores. */
export interface Instead {
  /** Services that are left out. */
  leftOut: readonly string[];
  /** Variables of the processes that name the stand-ins. */
  environment: Record<string, string>;
  /** An existing network that takes the place of `stores`. */
  network: string;
  /** The name of a built image by that of the file. */
  imageOf(image: string): string;
}

/** Replaces the stores; leaves every other option of the services as the file has it. */
export function withoutStores({ services, networks, volumes }: ComposeFile, instead: Instead): object {
  const { leftOut, environment, network, imageOf } = instead;
  /** A service that waited for one that is left out waits for what that one waited for. */
  const waitedFor = (waits: DependsOn = {}): [string, { condition: string }][] =>
    Object.entries(waits).flatMap(([name, wait]) =>
      leftOut.includes(name) ? waitedFor(services[name]?.depends_on) : [[name, wait]],
    );
  const adapted = ({ build, image, ...service }: Service): Service => ({
    ...service,
    ...(image && { image: imageOf(image) }),
    ...(service.environment?.EVENT_LOG && { environment: { ...service.environment, ...environment } }),
    ...(service.depends_on && { depends_on: Object.fromEntries(waitedFor(service.depends_on)) }),
  });
  const kept = Object.entries(services).filter(([name]) => !leftOut.includes(name));
  return {
    services: Object.fromEntries(kept.map(([name, service]) => [name, adapted(service)])),
    ...(networks && { networks: { ...networks, stores: { external: true, name: network } } }),
    ...(volumes && { volumes }),
  };
}
