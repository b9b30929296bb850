import { isIP } from "node:net";
import { z } from "zod";
import type { LogFormat } from "../observability/log.ts";
import { createAddressReader, type TrustProxy, tooWideNetworks } from "../parsing/client-address.ts";
import { isLoopbackHost, isLoopbackUrl } from "../security/known-hosts.ts";

/** What every process reads from its environment. Each fault is reported under the variable's name. */
export interface ServerSettings {
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  production: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Null: text on a terminal, else JSON. */
  logFormat: LogFormat | null;
  trustProxy: TrustProxy;
  metricsPort: number | null;
  /** The address to write to about Pro; null if it is not shown. */
  contactEmail: string | null;
}

const portFault = "must be a port number from 1 to 65535, such as 3000";
/** Decimal digits only: other texts that JavaScript reads as numbers (blanks, `0x50`, `1e3`) are likely mistakes. */
const port = z
  .string()
  .regex(/^\d{1,5}$/, portFault)
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, portFault);
const isHost = (text: string) => isIP(text) !== 0 || /^[a-z0-9][a-z0-9.-]{0,252}$/i.test(text);
const host = z.string().refine(isHost, "must be an address or a host name, such as 0.0.0.0");
/** Normalised to the form browsers send in `Origin`: lower case, no trailing slash, no default port. Null if it is no origin. */
const originOf = (text: string): string | null => {
  const url = /^https?:\/\/[^/?#@\\*\s]+\/?$/i.test(text) ? URL.parse(text) : null;
  return url?.origin ?? null;
};
const origin = z.string().transform((text, context) => {
  const url = originOf(text);
  if (url !== null) return url;
  context.addIssue({
    code: "custom",
    message: "must be an http:// or https:// origin without a path, such as https://login.example.com",
  });
  return z.NEVER;
});

const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (text === "none") return text;
  // More would be a mistake that lets clients choose their own address.
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(",").map((network) => network.trim());
  try {
    createAddressReader(networks);
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be none, a number of proxies from 1 to 9, or a list of addresses and networks, such as 10.0.0.0/8",
    });
  }
  return networks;
});

export const serverVariables = {
  PORT: port.default(3000),
  HOST: host.default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  NODE_ENV: z
    .enum(["development", "test", "production"], "must be development, test or production")
    .default("development"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent")
    .default("info"),
  LOG_FORMAT: z.enum(["json", "text"], "must be json or text").optional(),
  TRUST_PROXY: trustProxy.default("none" as const),
  METRICS_PORT: port.optional(),
  CONTACT_EMAIL: z.email("must be an email address, such as help@example.com").optional(),
};
const variables = z.object(serverVariables);

export const serverSettings = (parsed: z.infer<typeof variables>): ServerSettings => ({
  port: parsed.PORT,
  host: parsed.HOST,
  publicUrl: parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`,
  production: parsed.NODE_ENV === "production",
  logLevel: parsed.LOG_LEVEL,
  logFormat: parsed.LOG_FORMAT ?? null,
  trustProxy: parsed.TRUST_PROXY,
  metricsPort: parsed.METRICS_PORT ?? null,
  contactEmail: parsed.CONTACT_EMAIL ?? null,
});

/** For processes that limit attempts and calls. */
export const rateLimitVariables = {
  RATE_LIMITS: z.enum(["on", "off"], "must be on or off").default("on"),
  /** How many accounts the API keys of a user may create in 24 hours. */
  INVITATIONS_PER_DAY: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of accounts, such as 50")
    .transform(Number)
    .refine((accounts) => accounts >= 1 && accounts <= 1000, "must be from 1 to 1000, such as 50")
    .default(50),
};

export function* rateLimitContradictions({ NODE_ENV, RATE_LIMITS }: Record<string, string>): Iterable<string> {
  if (NODE_ENV === "production" && RATE_LIMITS === "off") yield "RATE_LIMITS must be on in production";
}

/** Whether only this machine reaches the service. Faulty values are reported by their own names, and count as loopback here. */
export const isLoopbackOnly = ({ HOST = "", PUBLIC_URL = "" }: Record<string, string>): boolean => {
  const publicOrigin = originOf(PUBLIC_URL);
  return (!isHost(HOST) || isLoopbackHost(HOST)) && (publicOrigin === null || isLoopbackUrl(publicOrigin));
};

/** Checks one variable against another. Reads the raw values, so that a fault elsewhere hides none of these. */
export function* serverContradictions(given: Record<string, string>): Iterable<string> {
  const { NODE_ENV, PUBLIC_URL, PORT = "3000", METRICS_PORT, TRUST_PROXY = "" } = given;
  if (METRICS_PORT === PORT) yield "METRICS_PORT must differ from PORT";
  if (NODE_ENV !== "production") return;
  if (!PUBLIC_URL) yield "PUBLIC_URL is required in production";
  else if (/^http:/i.test(PUBLIC_URL) && !isLoopbackUrl(PUBLIC_URL)) {
    yield "PUBLIC_URL must be https:// in production: sign-in cookies are sent over nothing else";
  }
  for (const network of tooWideNetworks(TRUST_PROXY.split(","))) {
    yield `TRUST_PROXY must be the addresses of your own proxies in production: ${network} lets strangers choose their address`;
  }
}
