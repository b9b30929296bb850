import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { ClientDocuments } from "../client-documents/client-documents.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Commands } from "../handling/commands.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { AuthorizationError } from "./request-rules.ts";

/** What a failed call sent, and what it should have sent. */
export interface RequestDifference {
  parameter: string;
  expected: string | null;
  received: string | null;
}

/** A request that was refused, for the application's owner. */
export interface FailedRequest extends AuthorizationError {
  endpoint: "authorize" | "par";
  differences: readonly RequestDifference[];
}

export interface AuthorizeDependencies {
  commands: Commands;
  commandHandler: CommandHandler;
  keyring: Pick<Keyring, "hmac" | "encryptSecret" | "decryptSecret">;
  /** `PUBLIC_URL`. */
  issuer: string;
  mailLimits: Pick<MailLimits, "ofAccount">;
  rateLimiter: RateLimiter;
  clientDocuments: ClientDocuments;
  reportCall(applicationId: string, call: FailedRequest): void;
  /** The user of the browser's session, at a page that does not require one. */
  signedIn(context: RequestContext): Promise<SignedIn | null>;
}
