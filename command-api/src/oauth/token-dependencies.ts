import type { Position } from "@attestory/events/envelope.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { TokenSigner } from "./token-signer.ts";

/** What a failed call sent, and what it should have sent. Never a code, a secret, a verifier or a token. */
export interface CallDifference {
  parameter: string;
  expected: string | null;
  received: string | null;
}

/** A failed call of an application, for its owner. */
export interface FailedTokenCall {
  endpoint: "token";
  error: string;
  description: string;
  differences: readonly CallDifference[];
}

export type ReportCall = (applicationId: string, call: FailedTokenCall) => void;

/** A refusal, with what differed for the application's owner to see. */
export interface TokenRefusal extends ProblemAnswer {
  differences?: readonly CallDifference[];
}

export const failedCall = ({ problem, differences = [] }: TokenRefusal): FailedTokenCall => ({
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
