import { readFile } from "node:fs/promises";
import { enableDeveloper } from "@attestory/command-api/account-settings/enable-developer.ts";
import { storedKeys } from "@attestory/command-api/applications/public-keys-schema.ts";
import { defaultSettings, registerApplication } from "@attestory/command-api/applications/register-application.ts";
import { applicationRegistration } from "@attestory/command-api/applications/schema.ts";
import { type CommandContext, stepContext } from "@attestory/command-api/handling/command-context.ts";
import { isRefused, type Refused } from "@attestory/command-api/handling/decider.ts";
import { createMailLimits } from "@attestory/command-api/mail/mail-limits.ts";
import { findOwner } from "@attestory/command-api/sign-in/find-owner.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { z } from "zod";
import { faultOfFields } from "../fault-of-fields.ts";
import { type Opened, runAppending } from "../run-appending.ts";

const usage =
  "apps create NAME --owner EMAIL --redirect-uri URI [--redirect-uri URI …] [--post-logout-redirect-uri URI …] [--public-keys FILE] [--require-dpop] [--device-flow] [--public] [--json]";
const flag = { type: "boolean", default: false } as const;
const options = {
  owner: { type: "string" },
  "redirect-uri": { type: "string", multiple: true },
  "post-logout-redirect-uri": { type: "string", multiple: true },
  "public-keys": { type: "string" },
  "require-dpop": flag,
  "device-flow": flag,
  public: flag,
  json: flag,
} as const;

const names = {
  name: "NAME",
  redirectUris: "--redirect-uri",
  postLogoutRedirectUris: "--post-logout-redirect-uri",
  jwks: "--public-keys",
};

const reasons: Readonly<Record<string, string>> = {
  "no-such-account": "--owner: no active account has this address",
  "not-verified": "--owner: the address of this account is not verified yet: open the link of its email first",
  "wrong-auth-method":
    "--public-keys: a public application cannot keep a private key: leave out --public or this option",
  "unusable-keys": "--public-keys: one of them is no valid public key, or is too weak",
  "too-many-applications": "--owner: this account has as many applications as it may have: delete one first",
};

/**
 * `apps create NAME --owner EMAIL --redirect-uri URI`: prints the client id and the client secret to standard output, and nowhere else. With
 * public keys there is no secret: the application authenticates by `private_key_jwt`. Makes the owner a developer.
 */
export async function createApplicationCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, options);
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  const { owner: email, "redirect-uri": redirectUris, public: isPublic, json } = read.values;
  const postLogoutRedirectUris = read.values["post-logout-redirect-uri"];
  const [name, more] = read.positionals;
  if (name === undefined || more !== undefined || email === undefined || !redirectUris) return fail(64, usage);
  const keyFile = read.values["public-keys"];
  const jwks = keyFile === undefined ? undefined : await readJson(keyFile);
  if (keyFile !== undefined && jwks === undefined)
    return fail(64, `--public-keys: ${keyFile} is no readable JSON file`);
  const asked = applicationRegistration.safeParse({
    name,
    redirectUris,
    postLogoutRedirectUris,
    jwks,
    tokenEndpointAuthMethod: jwks === undefined ? undefined : "private_key_jwt",
    requireDpop: read.values["require-dpop"],
    allowDeviceFlow: read.values["device-flow"],
    type: isPublic ? "public" : "confidential",
  });
  if (!asked.success) {
    const fault = faultOfFields(asked.error, names);
    return fail(64, `${fault}: ${usage}`);
  }
  const application = asked.data;
  const created = await runAppending(environment, reasons, (parts, by) => create(parts, { email, application }, by));
  process.stdout.write(json ? `${JSON.stringify(created)}\n` : textOf(created));
}

/** Undefined if the file cannot be read, or is no JSON. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

interface Credentials {
  clientId: string;
  /** Null: it is public, or signs its calls with a private key. */
  clientSecret: string | null;
}

const textOf = ({ clientId, clientSecret }: Credentials) =>
  [
    `client id      ${clientId}`,
    ...(clientSecret === null ? [] : [`client secret  ${clientSecret}`]),
    "registered the application",
    "",
  ].join("\n");

interface NewApplication {
  email: string;
  application: z.output<typeof applicationRegistration>;
}

async function create(
  parts: Opened,
  { email, application }: NewApplication,
  by: CommandContext,
): Promise<Credentials | Refused> {
  const { commandHandler, keyring, settings } = parts;
  const owner = await findOwner({ commandHandler, keyring }, { email, now: by.now });
  if (!owner) return { refused: "no-such-account" };
  if (!owner.emailVerified) return { refused: "not-verified" };
  const { userId } = owner;
  const mailLimits = createMailLimits(unlimited);
  const enabled = await enableDeveloper({ commandHandler, mailLimits }, userId, stepContext(by));
  if (isRefused(enabled)) return enabled;
  const { type: kind = "confidential", name, redirectUris, postLogoutRedirectUris = [] } = application;
  const { allowDeviceFlow = false, requireDpop = false, jwks, tokenEndpointAuthMethod: authMethod } = application;
  const { clientSecretDisplay, publicUrl } = settings.command;
  const registered = await registerApplication(
    { commandHandler, keyring, clientSecretDisplay, publicUrl },
    {
      ownerId: userId,
      name,
      description: "",
      logoUrl: null,
      homepageUrl: null,
      redirectUris,
      kind,
      requirePkce: kind === "public",
      ...defaultSettings,
      postLogoutRedirectUris,
      jwks: jwks ? storedKeys(jwks) : null,
      authMethod,
      requireDpop,
      allowDeviceFlow,
    },
    by,
  );
  if (isRefused(registered)) return registered;
  return { clientId: registered.application.applicationId, clientSecret: registered.secret };
}
