import type { Settings } from "../config.ts";
import { leftAddress } from "../folder-address.ts";

/** The address and the port of the service. Without settings of their own, they are what the service was started with. */
export function serviceAddress(
  environment: NodeJS.ProcessEnv,
  settings: Settings,
): { publicUrl: string; port: number } {
  const left = environment.PUBLIC_URL || environment.PORT ? null : leftAddress(settings.dataDir);
  if (left === null) return settings;
  return { publicUrl: left, port: Number(URL.parse(left)?.port) || settings.port };
}
