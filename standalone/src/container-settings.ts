import { isLoopbackUrl } from "@attestory/http/security/known-hosts.ts";

/** What a container sets where its environment does not. `isTrial`: it is meant for browsers on this machine alone. */
export interface ContainerSettings {
  isTrial: boolean;
  environment: Readonly<Record<string, string>>;
}

/**
 * Without `PUBLIC_URL`, or with one of this machine, a container is for trying out: it needs no other setting, and shows emails in the dev
 * inbox. Any other address is production, which refuses to start without its settings. `NODE_ENV` comes first.
 */
export function containerSettings({ PUBLIC_URL, SMTP_URL, ...given }: NodeJS.ProcessEnv): ContainerSettings {
  const isOfThisMachine = !PUBLIC_URL || isLoopbackUrl(PUBLIC_URL);
  const NODE_ENV = given.NODE_ENV || (isOfThisMachine ? "development" : "production");
  const isTrial = isOfThisMachine && NODE_ENV !== "production";
  return {
    isTrial,
    environment: {
      NODE_ENV,
      ...(isTrial && !SMTP_URL && { DEV_INBOX: "on" }),
      ...(isTrial && { LOG_FORMAT: given.LOG_FORMAT || "text" }),
    },
  };
}

/** Printed at the start of a trial. */
export const trialLine =
  "attestory: for trying out, because PUBLIC_URL names no other machine. In production set PUBLIC_URL (https://…), SMTP_URL and MASTER_KEY";
