import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Client } from "./client.ts";
import { knownDevice, knownDeviceCookie } from "./known-device.ts";

/**
 * Wraps a change that ends a user's other sessions. The change makes every device unknown; this keeps the requesting device known.
 * Adds its new cookie to the outcome, or none if the device was not known before or the change was refused.
 */
export async function keepDevice<Outcome extends object>(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { userId, client, now }: { userId: string; client: Client; now: Date },
  change: () => Promise<Outcome>,
): Promise<Outcome & { deviceCookies: string[] }> {
  const before = await loadRegistered(commandHandler, userId);
  const device = before && knownDevice(keyring, { cookie: client.device, owner: before, now });
  const outcome = await change();
  if (device === null || "refused" in outcome) return { ...outcome, deviceCookies: [] };
  const after = await loadRegistered(commandHandler, userId);
  const cookies = after ? [knownDeviceCookie(keyring, { id: device, owner: after, now })] : [];
  return { ...outcome, deviceCookies: cookies };
}

async function loadRegistered(commandHandler: CommandHandler, userId: string): Promise<RegisteredUser | null> {
  const { state } = await commandHandler.load(user, userStream(userId));
  return state.status === "registered" ? state : null;
}
