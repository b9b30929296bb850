import type { DevEmail } from "@attestory/command-api/mail/dev-inbox-schema.ts";
import { Inbox, MailX, RefreshCw } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { useRead } from "../../api.ts";
import { ApiError } from "../../api-error.ts";
import { usePage } from "../../page.ts";
import { Button } from "../../parts/button.tsx";
import { Card, CardBody } from "../../parts/card.tsx";
import { EmailFrame } from "../../parts/email-frame.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Segmented } from "../../parts/segmented.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { emailPieces } from "./email-text.ts";
import { useHeldPlace } from "./use-held-place.ts";

/** How often it is read again while the page is visible. */
const rereadMs = 3000;

/** Lists the emails that would have been sent, if no mail server is configured. */
export function DevInbox() {
  usePage("Inbox", "Emails that would have been sent.");
  const answer = useRead("devInbox", ["/api/dev/inbox"], {
    revalidateOnMount: true,
    // Not while there is no inbox: that is an answer too.
    refreshInterval: (emails) => (emails ? rereadMs : 0),
  });
  const [isRereading, setRereading] = useState(false);
  const noInbox = answer.error instanceof ApiError && answer.error.status === 404;
  const reread = () => {
    setRereading(true);
    void answer
      .mutate()
      .catch(() => undefined)
      .finally(() => setRereading(false));
  };
  return (
    <div className="mx-auto w-full max-w-200 px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Inbox</h1>
          <p className="mt-1 text-muted">
            {noInbox
              ? "Only for a service without a mail server."
              : "Emails that would have been sent. New ones appear by themselves."}
          </p>
        </div>
        <Button onClick={reread} busy={isRereading}>
          {!isRereading && <RefreshCw aria-hidden="true" className="size-4" />}
          Refresh
        </Button>
      </header>
      <Emails emails={answer.data} error={answer.error} onRetry={reread} />
    </div>
  );
}

type EmailsProps = { emails: DevEmail[] | undefined; error: Error | undefined; onRetry: () => void };

function Emails({ emails, error, onRetry }: EmailsProps) {
  if (emails && emails.length > 0) return <EmailList emails={emails} />;
  return (
    <Card>
      {emails ? (
        <Empty icon={<Inbox />} title="No emails yet">
          Register an account to see its verification email here.
        </Empty>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Empty icon={<MailX />} title="There is no inbox here">
          This service sends its emails through a mail server. Check your own inbox and your spam folder.
        </Empty>
      ) : error ? (
        <ReadProblem title="The emails could not be loaded" error={error} onRetry={onRetry} />
      ) : (
        <SkeletonRows count={3} label="Loading emails" />
      )}
    </Card>
  );
}

function EmailList({ emails }: { emails: DevEmail[] }) {
  const newestFirst = useMemo(() => emails.toSorted((a, b) => b.sentAt.localeCompare(a.sentAt)), [emails]);
  const list = useHeldPlace(useMemo(() => newestFirst.map(({ id }) => id), [newestFirst]));
  return (
    <TooltipDelays>
      <ol {...list} className="grid gap-4 [overflow-anchor:none]">
        {newestFirst.map((email) => (
          <li key={email.id}>
            <Email email={email} />
          </li>
        ))}
      </ol>
    </TooltipDelays>
  );
}

const forms = [
  { id: "text", name: "Text" },
  { id: "html", name: "HTML" },
] as const;
type Form = (typeof forms)[number]["id"];

function Email({ email }: { email: DevEmail }) {
  const [form, setForm] = useState<Form>("text");
  return (
    <Card>
      <article>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3 sm:px-6">
          <h2 className="font-medium">{email.subject}</h2>
          <p className="text-sm text-subtle">
            <Moment at={email.sentAt} />
          </p>
          <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-muted wrap-anywhere">To {email.to}</p>
            <Segmented label={`Show “${email.subject}” as`} choices={forms} chosen={form} onChange={setForm} />
          </div>
        </header>
        {form === "html" ? (
          <EmailFrame src={`/api/dev/inbox/${email.id}/html`} title={email.subject} />
        ) : (
          <EmailText text={email.text} />
        )}
      </article>
    </Card>
  );
}

const EmailText = ({ text }: { text: string }) => (
  <CardBody>
    <p className="text-muted whitespace-pre-wrap wrap-anywhere">
      {emailPieces(text, location.origin).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email never changes
        <Fragment key={at}>
          {piece.href === undefined ? (
            piece.text
          ) : (
            <a href={piece.href} className={textLinkClass}>
              {piece.text}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  </CardBody>
);
