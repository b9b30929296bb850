import { randomUUID } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { clientSecretDigest, clientSecretText } from "@attestory/http/security/client-secret.ts";
import { application } from "../applications/application.ts";
import type { Application } from "../applications/application-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { testContext } from "./people.ts";

export interface TestApplication {
  applicationId: string;
  /** In clear; of a public application it verifies nothing. */
  secret: string;
}

/** Registers an application of this user, whose person has a key, without counting it. */
export async function registerTestApplication(
  commandHandler: CommandHandler,
  ownerId: string,
  said: Partial<Pick<Application, "kind" | "requirePkce" | "redirectUris" | "name">> = {},
): Promise<TestApplication> {
  const applicationId = randomUUID();
  const secret = clientSecretText("test".padEnd(43, "-"));
  const { kind = "confidential", requirePkce = kind === "public", name = "Ledgerline" } = said;
  const outcome = await commandHandler.handle({
    decider: application,
    stream: applicationStream(applicationId),
    command: {
      type: "register",
      ...sampleApplication({ applicationId, name, requirePkce }),
      redirectUris: said.redirectUris ?? ["https://app.example.com/callback"],
      ownerId,
      kind,
      clientSecret: kind === "public" ? null : { encrypted: null, digest: clientSecretDigest(secret) },
    },
    person: ownerId,
    commandContext: testContext(),
  });
  if (isRefused(outcome)) throw new Error(outcome.refused);
  return { applicationId, secret };
}
