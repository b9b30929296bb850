import { type CommandSettings, commandSettings, commandVariables } from "@attestory/command-api/config.ts";
import { clientAddressBy, type TrustProxy } from "@attestory/http/client-address.ts";
import { z } from "zod";

export interface Settings {
  port: number;
  host: string;
  /** Without a slash at its end. */
  publicUrl: string;
  dataDir: string;
  /** Null: the generated file in the data folder. */
  masterKey: Buffer | null;
  production: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  trustProxy: TrustProxy;
  metricsPort: number | null;
  command: CommandSettings;
}

const port = z.coerce
  .number("must be a port number")
  .int("must be a port number")
  .min(0)
  .max(65_535, "must be a port number");
const onlyEmbedded = (value: string) =>
  z.literal(value, `must be "${value}": nothing else is supported yet`).default(value);
const isLoopback = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);

const base64Key = z.string().transform((text, context) => {
  const key = Buffer.from(text, "base64");
  if (key.length === 32 && key.toString("base64") === text.trim()) return key;
  context.addIssue({ code: "custom", message: "must be 32 bytes in base64 (openssl rand -base64 32)" });
  return z.NEVER;
});

const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (text === "none") return text;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(",").map((network) => network.trim());
  try {
    clientAddressBy(networks);
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be none, a number of proxies, or a list of addresses and networks",
    });
  }
  return networks;
});

const variables = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).optional(),
    DATA_DIR: z.string().min(1).default("./data"),
    EVENT_LOG: onlyEmbedded("sqlite"),
    READ_STORE: onlyEmbedded("sqlite"),
    VAULT: onlyEmbedded("sqlite"),
    JOBS: onlyEmbedded("in-process"),
    MASTER_KEY: base64Key.optional(),
    NODE_ENV: z
      .enum(["development", "test", "production"], "must be development, test or production")
      .default("development"),
    LOG_LEVEL: z
      .enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent")
      .default("info"),
    TRUST_PROXY: trustProxy.default("none" as const),
    METRICS_PORT: port.optional(),
    ...commandVariables,
  })
  .superRefine((parsed, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (parsed.PUBLIC_URL) {
      const url = new URL(parsed.PUBLIC_URL);
      if (url.pathname !== "/" || url.search || url.hash || url.username)
        fault("PUBLIC_URL", "must be an origin, without a path");
      if (parsed.NODE_ENV === "production" && url.protocol !== "https:" && !isLoopback(url)) {
        fault("PUBLIC_URL", "must be https:// in production: sign-in cookies are sent over nothing else");
      }
    }
    if (parsed.NODE_ENV !== "production") return;
    if (!parsed.MASTER_KEY)
      fault("MASTER_KEY", "is required in production: 32 bytes in base64 (openssl rand -base64 32)");
    if (!parsed.PUBLIC_URL) fault("PUBLIC_URL", "is required in production");
  });

export type Configuration = { settings: Settings } | { faults: string[] };

/** Reads the environment once; every fault is reported, by the variable's name. An empty variable counts as absent. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = variables.safeParse(present);
  if (!result.success) {
    return { faults: result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`) };
  }
  const parsed = result.data;
  const production = parsed.NODE_ENV === "production";
  const publicUrl = (parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`).replace(/\/$/, "");
  return {
    settings: {
      port: parsed.PORT,
      host: parsed.HOST,
      publicUrl,
      dataDir: parsed.DATA_DIR,
      masterKey: parsed.MASTER_KEY ?? null,
      production,
      logLevel: parsed.LOG_LEVEL,
      trustProxy: parsed.TRUST_PROXY,
      metricsPort: parsed.METRICS_PORT ?? null,
      command: commandSettings(parsed, { publicUrl, production }),
    },
  };
}
