import type { Position } from "@attestory/events/envelope.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { CallDifference, CallReports, FailedCall } from "../applications/record-client-call.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { TokenSigner } from "./token-signer.ts";

export type ReportCall = CallReports["reportCall"];

/** A refusal, with what differed for the application's owner to see. */
export interface TokenRefusal extends ProblemAnswer {
  differences?: readonly CallDifference[];
}

export const failedCall = ({ problem, differences = [] }: TokenRefusal): FailedCall => ({
  endpoint: "token",
  error: problem.code,
  description: problem.message,
  differences,
});

export interface OAuthDependencies {
  commandHandler: CommandHandler;
  signer: TokenSigner;
  /** `PUBLIC_URL`. */
  issuer: string;
  /** The keyring's HMAC under the link key. */
  hmac(...parts: string[]): string;
  /** Resolves when the revocation at this position holds everywhere. */
  waitForRevocation(position: Position): Promise<void>;
}
