import { enableDeveloper } from "@attestory/command-api/account-settings/enable-developer.ts";
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
  "apps create NAME --owner EMAIL --redirect-uri URI [--redirect-uri URI …] [--post-logout-redirect-uri URI …] [--device-flow] [--public] [--json]";
const flag = { type: "boolean", default: false } as const;
const options = {
  owner: { type: "string" },
  "redirect-uri": { type: "string", multiple: true },
  "post-logout-redirect-uri": { type: "string", multiple: true },
  "device-flow": flag,
  public: flag,
  json: flag,
} as const;

const names = {
  name: "NAME",
  redirectUris: "--redirect-uri",
  postLogoutRedirectUris: "--post-logout-redirect-uri",
};

const reasons: Readonly<Record<string, string>> = {
  "no-such-account": "--owner: no active account has this address",
  "not-verified": "--owner: the address of this account is not verified yet: open the link of its email first",
  "too-many-applications": "--owner: this account has as many applications as it may have: delete one first",
};

/**
 * `apps create NAME --owner EMAIL --redirect-uri URI`: prints the client id and the client secret to standard output, and nowhere else. Makes
 * the owner a developer.
 */
export async function createApplicationCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, options);
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  const { owner: email, "redirect-uri": redirectUris, public: isPublic, json } = read.values;
  const postLogoutRedirectUris = read.values["post-logout-redirect-uri"];
  const [name, more] = read.positionals;
  if (name === undefined || more !== undefined || email === undefined || !redirectUris) return fail(64, usage);
  const asked = applicationRegistration.safeParse({
    name,
    redirectUris,
    postLogoutRedirectUris,
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

interface Credentials {
  clientId: string;
  /** Null: a public application has none. */
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
  const { allowDeviceFlow: deviceFlow = false } = application;
  const { clientSecretDisplay } = settings.command;
  const registered = await registerApplication(
    { commandHandler, keyring, clientSecretDisplay },
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
      allowDeviceFlow: deviceFlow,
    },
    by,
  );
  if (isRefused(registered)) return registered;
  return { clientId: registered.application.applicationId, clientSecret: registered.secret };
}
