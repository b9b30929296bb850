import { everyonesPassword, type InventedPerson, inventedPerson } from "../populate/invented-person.ts";
import type { Chance } from "../populate/seeded-bytes.ts";
import type { Account, Device } from "./browser.ts";

const seed = "the demo";

const named = (firstName: string, lastName: string, email: string): Account => ({
  email,
  username: firstName.toLowerCase(),
  firstName,
  lastName,
  password: everyonesPassword,
  secret: null,
});

/** Those whom the demo lets one sign in as. */
export const cast = {
  admin: named("Grace", "Okafor", "admin@example.com"),
  developer: named("Linus", "Novák", "developer@example.com"),
  person: named("Maria", "Rossi", "maria@example.com"),
};

export interface Extra {
  account: Account;
  chance: Chance;
  device: Device;
  verifies: boolean;
  wantsTwoFactor: boolean;
}

const userAgents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
];

/** Addresses reserved for documentation (RFC 5737). */
const home = "198.51.100";
export const laptop: Device = { ip: `${home}.7`, userAgent: userAgents[1] ?? "" };
export const workstation: Device = { ip: `${home}.8`, userAgent: userAgents[0] ?? "" };
export const phone: Device = { ip: `${home}.9`, userAgent: userAgents[3] ?? "" };
export const stranger: Device = { ip: "192.0.2.66", userAgent: userAgents[2] ?? "" };

/** One of the many others, invented: the same for the same number. */
export function extra(number: number): Extra {
  const { chance, ...person }: InventedPerson & { chance: Chance } = inventedPerson(seed, number);
  const { email, username, firstName, lastName, verified } = person;
  const account = { email, username, firstName, lastName, password: everyonesPassword, secret: null };
  const device = { ip: `203.0.113.${number % 250}`, userAgent: chance.oneOf(userAgents) };
  return { account, chance, device, verifies: verified, wantsTwoFactor: number % 3 === 1 };
}
