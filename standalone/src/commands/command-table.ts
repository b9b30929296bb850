import { giveWay, mostlyGiveWay } from "@attestory/runtime/give-way.ts";

type Run = (args: string[], environment: NodeJS.ProcessEnv) => Promise<unknown>;

export interface Command {
  /** What may follow the command's name. */
  usage: string;
  summary: string;
  /** What `attestory help COMMAND` says besides. */
  details?: string;
  /** Each argument or option, and what it means. */
  options?: readonly (readonly [name: string, meaning: string])[];
  /** Lowers the priority of the process, if that is the command's own: the service beside it comes first. */
  giveWay?: () => void;
  run: Run;
}

const admin =
  (name: "admin-link" | "grant-admin" | "rescue" | "rotate-signing-keys"): Run =>
  async (args, environment) =>
    (await import("./admin.ts")).adminCommand(name, args, environment);

const email = ["EMAIL", "the verified address of an account"] as const;

/** By name, in the order of the list. Each command is loaded only when it is run. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: "",
    summary: "run the service until a signal, as npm start does",
    run: () => import("../main.js"),
  },
  doctor: {
    usage: "[--json]",
    summary: "check what the service needs: settings, data folder, key, clock, address, proxy and mail",
    details: "Changes nothing and sends nothing. Exits with 1 if there is a problem. The service may run meanwhile.",
    options: [["--json", "JSON instead of text"]],
    run: async (args, environment) => (await import("./doctor/doctor.ts")).doctorCommand(args, environment),
  },
  "admin-link": {
    usage: "",
    summary: "print a link whose opener becomes the first admin",
    details: "The link works once, for 15 minutes, while there is no admin. The service may run meanwhile.",
    run: admin("admin-link"),
  },
  "grant-admin": {
    usage: "EMAIL",
    summary: "make an account an admin",
    details: "The service may run meanwhile.",
    options: [email],
    run: admin("grant-admin"),
  },
  rescue: {
    usage: "EMAIL",
    summary: "print a link for a person who cannot sign in any more",
    details:
      "The link sets a new password or removes lost second factors. It works once, for 15 minutes. The service may run meanwhile.",
    options: [email],
    run: admin("rescue"),
  },
  "rotate-signing-keys": {
    usage: "[--now | --compromised]",
    summary: "let new keys sign tokens",
    details: "The keys before stay published until their last token has expired. The service may run meanwhile.",
    options: [
      ["--now", "also if the next keys have been published for less than a day"],
      ["--compromised", "at once, and nothing counts any more that the keys before signed"],
    ],
    run: admin("rotate-signing-keys"),
  },
  users: {
    usage: "list [TEXT] | create EMAIL | deactivate EMAIL",
    summary: "list accounts, make one, or deactivate one",
    details: "The service may run meanwhile.",
    options: [
      ["list [TEXT]", "the newest first; with TEXT those whose address, username or name begins with it"],
      ["create EMAIL", "make an account, and print a link by which its owner sets the password"],
      ["--username NAME", "for create; what stands before the @ by default"],
      ["--first-name NAME", "for create, as --last-name NAME"],
      ["deactivate EMAIL", "deactivate an account, which ends its sessions"],
      ["--json", "for list and create: JSON instead of text"],
    ],
    run: async (args, environment) => (await import("./accounts/users.ts")).usersCommand(args, environment),
  },
  apps: {
    usage: "list | create NAME --owner EMAIL --redirect-uri URI",
    summary: "list applications, or register one",
    details: "The service may run meanwhile.",
    options: [
      ["list", "the newest first, without secrets"],
      ["create NAME", "register an application, and print its client id and client secret"],
      ["--owner EMAIL", "for create: a verified address; its account becomes a developer's"],
      ["--redirect-uri URI", "for create; several times for several"],
      ["--post-logout-redirect-uri URI", "for create: where a sign-out may lead; several times for several"],
      ["--public-keys FILE", "for create: a JWK Set; it signs its calls (private_key_jwt) and has no secret"],
      ["--require-dpop", "for create: tokens only with a DPoP proof (proof of possession)"],
      ["--device-flow", "for create: it may sign users in on devices"],
      ["--public", "for create: an application that can keep no secret, and uses PKCE"],
      ["--json", "JSON instead of text"],
    ],
    run: async (args, environment) => (await import("./applications/apps.ts")).appsCommand(args, environment),
  },
  export: {
    usage: "[FILE] [--keys=separate]",
    summary: "write a backup",
    details: "The service may run meanwhile.",
    options: [
      ["FILE", "a new file; attestory-<date>.sql in the current folder by default"],
      ["--keys=separate", "write the keys to a second file, FILE.keys.sql"],
    ],
    giveWay,
    run: async (args, environment) => (await import("./export.ts")).exportCommand(args, environment),
  },
  import: {
    usage:
      "FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--erased FILE] [--without-admin] [--master-key FILE]",
    summary: "check a backup and make it the service's data",
    details: "The service must be stopped. What it had is kept as an earlier generation.",
    options: [
      ["FILE", "the backup"],
      ["KEYFILE", "its keys, if they are in a file of their own"],
      ["--until TIME", "only what it has until then, such as 2026-11-19T18:00:00Z"],
      ["--dry-run", "check it and change nothing"],
      ["--foreign", "take the backup of another service"],
      ["--erased FILE", "the erasure ledger: who is in it stays erased; by default the one beside CHECKPOINT_FILE"],
      ["--without-admin", "take one in which there is no active admin"],
      ["--master-key FILE", "a file with the backup's master key, if the service has another one now"],
    ],
    run: async (args, environment) => (await import("./import.ts")).importCommand(args, environment),
  },
  verify: {
    usage: "[FILE] [--key KEY] [--checkpoint FILE]",
    summary: "prove that the log, or a backup, is what was signed",
    details: "Changes nothing. The service may run meanwhile. A backup and KEY need no service.",
    options: [
      ["FILE", "a backup; the log of the service by default"],
      ["--key KEY", "the key that you trust, as this command prints it; that of the service by default"],
      ["--checkpoint FILE", "a checkpoint that you kept; several times for several"],
    ],
    giveWay,
    run: async (args, environment) => (await import("./verify.ts")).verifyCommand(args, environment),
  },
  "rotate-master-key": {
    usage: "",
    summary: "wrap the keys of persons and the service's secrets with a new master key",
    details:
      "The service may run meanwhile. If it is interrupted, run it again. With MASTER_KEY, set MASTER_KEY_NEXT first: it says what to do next.",
    giveWay,
    run: async (args, environment) =>
      (await import("./rotate-master-key.ts")).rotateMasterKeyCommand(args, environment),
  },
  generations: {
    usage: "[activate N | remove N --yes]",
    summary: "list what earlier imports kept, go back to it, or delete it",
    details: "For activate and remove, the service must be stopped.",
    options: [
      ["activate N", "make generation N the service's data from the next start"],
      ["remove N --yes", "delete generation N for good"],
    ],
    run: async (args, environment) => (await import("./generations.ts")).generationsCommand(args, environment),
  },
  rebuild: {
    usage: "[PROJECTION] [--roll-back]",
    summary: "build read models again from the log",
    details: "The service may run meanwhile, and switches to the new ones by itself.",
    options: [
      ["PROJECTION", "this one only, such as users; all by default"],
      ["--roll-back", "return to the previous build instead"],
    ],
    giveWay: mostlyGiveWay,
    run: async (args, environment) => (await import("./rebuild.ts")).rebuildCommand(args, environment),
  },
  reservations: {
    usage: "",
    summary: "list addresses and usernames whose reservation could not be settled in a day",
    details: "The service may run meanwhile.",
    run: async (args, environment) => (await import("./reservations.ts")).reservationsCommand(args, environment),
  },
  openapi: {
    usage: "",
    summary: "print the OpenAPI document of every call",
    run: async () => (await import("./openapi.ts")).openapiCommand(),
  },
};
