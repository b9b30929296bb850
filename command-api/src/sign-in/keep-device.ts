import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Client } from "./client.ts";
import { knownDevice, knownDeviceCookie } from "./known-device.ts";

/**
 * Wraps a change that ends a user's other sessions. The change makes every device unknown; this keeps the requesting device known.
 * Returns its new cookie, or none if the device was not known before or the change was refused.
 */
export async function keepingDevice<Outcome extends object>(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { userId, client, now }: { userId: string; client: Client; now: Date },
  change: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; deviceCookies: string[] }> {
  const owner = async () => (await commandHandler.load(user, userStream(userId))).state;
  const before = await owner();
  const device = before.status === "registered" ? knownDevice(keyring, client.device, before, now) : null;
  const outcome = await change();
  if (device === null || "refused" in outcome) return { outcome, deviceCookies: [] };
  const after = await owner();
  const kept = after.status === "registered" ? [knownDeviceCookie(keyring, device, after, now)] : [];
  return { outcome, deviceCookies: kept };
}
