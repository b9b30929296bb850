import { ApiError, sentenceOf, Unreachable } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { InDevInbox } from "../../parts/in-dev-inbox.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { WaitAlert } from "../../parts/wait-alert.tsx";
import { withWayBack } from "../../way-back.ts";

/** Shown after registration, while the address of the account is not verified. */
export function CheckYourEmail({ email }: { email: string }) {
  return (
    <Alert kind="mail" title="Check your email">
      <p className="wrap-anywhere">
        We sent a link to <strong className="font-medium text-ink">{email}</strong>. Open it to go on.
      </p>
      <InDevInbox />
      <ResendLink email={email} />
    </Alert>
  );
}

/** Shown after the owner of an account that was to be deleted has kept it. */
export const AccountKept = () => (
  <Alert kind="success" role="status" title="Your account is kept">
    <p>Sign in as before.</p>
  </Alert>
);

/** Why sign-in failed, and what to do next. `wait` is the number of seconds until the next attempt. */
export function LoginProblem({ error, email, wait }: { error: unknown; email: string; wait: number }) {
  if (error instanceof ApiError && error.message.includes("verify your email")) {
    return (
      <Alert kind="mail" role="alert">
        <p className="text-ink">Please verify your email address before logging in</p>
        <ResendLink email={email} />
      </Alert>
    );
  }
  if (error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) >= longWait) {
    return <LongWait left={wait} reason={sentenceOf(error, "The service is busy.")} email={email} />;
  }
  if (error instanceof ApiError && error.retryAfter) {
    return (
      <>
        <WaitAlert left={wait} reason={sentenceOf(error, "The service is busy.")} />
        {error.status === 429 && (
          <div className="text-sm text-muted">
            <NotVerifiedHint email={email} />
          </div>
        )}
      </>
    );
  }
  if (error instanceof ApiError && error.status === 401) {
    return (
      <Alert kind="danger" role="alert" title="Email or password is not right">
        <p>
          Check both, or <TextLink href={withWayBack("/forgot-password")}>reset your password</TextLink>.
        </p>
        <NotVerifiedHint email={email} />
      </Alert>
    );
  }
  return (
    <Alert kind="danger" role="alert" title={titleOf(error)}>
      <p>{sentenceOf(error, "Nothing you did is lost. Try again in a moment.")}</p>
    </Alert>
  );
}

/** In seconds. Shorter waits are over before an email could be read. */
const longWait = 60;

/** The same words for every address: they do not reveal who has an account. */
function LongWait({ left, reason, email }: { left: number; reason: string; email: string }) {
  return (
    <div className="grid gap-4">
      <WaitAlert left={left} reason={reason} />
      <Alert kind="mail">
        <p>Is this your account? We may have sent you an email. Its link lets you sign in here without waiting.</p>
        <NotVerifiedHint email={email} />
      </Alert>
    </div>
  );
}

/** The service may not say that an address is not verified (strict mode), so the screen offers this after every refusal. */
function NotVerifiedHint({ email }: { email: string }) {
  return (
    <p>
      New account? First open the link in our email. <ResendTextLink email={email} />
    </p>
  );
}

const ResendLink = ({ email }: { email: string }) => (
  <p>
    <ResendTextLink email={email} />
  </p>
);

const ResendTextLink = ({ email }: { email: string }) => (
  <TextLink href={withWayBack("/resend-verification")} state={{ email }}>
    Resend verification email
  </TextLink>
);

const titleOf = (error: unknown) =>
  error instanceof Unreachable ? "You are offline, or the service is" : "Signing in did not work";
