import { type Chance, seededBytes } from "./seeded-bytes.ts";

/** The password of every invented person, so that any of them can sign in. */
export const everyonesPassword = "correct horse battery";

export interface InventedPerson {
  userId: string;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  /** Whether the address was verified: all but one in twenty. */
  verified: boolean;
}

const firstNames =
  `Ada Alan Amina Anna Barbara Carlos Chen Claire Daniel Edsger Elena Emmy Fatima Frances George Grace Hedy Ivan
  Jean Joan Johan Julia Kofi Katherine Lea Linus Lucía Maria Mei Mohamed Niklaus Olga Paul Radia Ravi Sofia Tim Tomás Yuki Zoë`.split(
    /\s+/,
  );
const lastNames =
  `Allen Backus Berg Borg Chowdhury Codd Curie Dijkstra Easley Ferreira García Goldberg Hamilton Haddad Hopper Ito
  Johnson Keller Kowalski Lamarr Lamport Liskov Lovelace Mensah Müller Nguyen Noether Novák Okafor Perlman Petrov Rossi Sato
  Silva Smith Tanaka Torvalds Turing Wang Wirth`.split(/\s+/);
/** Domain names reserved for examples (RFC 2606). */
const domains = ["example.com", "example.org", "example.net", "mail.example.com", "post.example.org"];

const inAscii = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();

/** Returns the same person for the same seed and number. The name contains the number, so every address is unique. */
export function inventedPerson(seed: string, number: number): InventedPerson & { chance: Chance } {
  const chance = seededBytes(seed, number);
  const userId = chance.uuid();
  const firstName = chance.oneOf(firstNames);
  const lastName = chance.oneOf(lastNames);
  const name = `${inAscii(firstName)}.${inAscii(lastName)}.${number}`;
  const email = `${name}@${chance.oneOf(domains)}`;
  return { userId, email, username: name, firstName, lastName, verified: number % 20 !== 7, chance };
}
