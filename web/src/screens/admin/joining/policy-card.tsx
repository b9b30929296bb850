import type { SignUpPolicy } from "@attestory/query-api/joining/schema.ts";
import { useState } from "react";
import { send, useRead } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import { Button } from "../../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../../parts/card.tsx";
import { FieldFrame, inputClass } from "../../../parts/field.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { toast } from "../../../parts/toasts.ts";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { Modes } from "./modes.tsx";

const path = "/api/admin/sign-up-policy";

/** The sign-up policy, and what changes it. */
export function PolicyCard() {
  const { data, error, mutate } = useRead("signUpPolicy", [path], { revalidateOnMount: true });
  const reread = () => mutate().catch(() => undefined);
  return (
    <Card>
      <CardHead title="Sign-up" />
      {data ? (
        <PolicyForm key={data.setAt} policy={data} onSaved={reread} />
      ) : error ? (
        <AdminProblem title="The policy could not be loaded" error={error} onRetry={() => void reread()} />
      ) : (
        <SkeletonRows count={3} label="Loading the policy" />
      )}
    </Card>
  );
}

function PolicyForm({ policy, onSaved }: { policy: SignUpPolicy; onSaved: () => Promise<unknown> }) {
  const { confirm } = useStepUp();
  const [mode, setMode] = useState(policy.mode);
  const isAboutDomains = mode === "only-domains" || mode === "not-domains";
  const form = useForm({
    schema: "signUpPolicySetting",
    values: (data) => ({ mode, domains: isAboutDomains ? domainsIn(String(data.get("domains"))) : policy.domains }),
    submit: async (body) => {
      await confirm(() => send("message", { method: "PUT", path, body }), "say who may join");
      toast({ kind: "done", title: "Sign-up policy updated" });
      await onSaved();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Try again in a moment.") });
    },
  });
  return (
    <form {...form.props}>
      <CardBody>
        <div className="grid max-w-160 gap-4">
          <Modes mode={mode} onChange={setMode} />
          {isAboutDomains && <Domains domains={policy.domains} error={form.errors.domains} />}
        </div>
      </CardBody>
      <CardFoot>
        <LastChange policy={policy} />
        <Button type="submit" look="primary" busy={form.busy}>
          Save
        </Button>
      </CardFoot>
    </form>
  );
}

/** One domain a line; commas and a leading @ are fine, too. */
const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ""))
    .filter(Boolean);

function Domains({ domains, error }: { domains: readonly string[]; error: string | undefined }) {
  return (
    <FieldFrame
      label="Domains"
      error={error}
      hint="One a line, such as example.com. A subdomain counts only if you name it, too."
    >
      {(ids) => (
        <textarea
          {...ids}
          name="domains"
          rows={4}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={domains.join("\n")}
          className={`${inputClass.replace("h-control", "min-h-24")} py-2 font-mono`}
        />
      )}
    </FieldFrame>
  );
}

function LastChange({ policy: { setAt, setBy } }: { policy: SignUpPolicy }) {
  if (setAt === null) return <span>Anyone may join until an admin changes this.</span>;
  return (
    <TooltipDelays>
      <span className="min-w-0 wrap-anywhere">
        Changed <Moment at={setAt} />
        {setBy?.username && ` by ${setBy.username}`}
      </span>
    </TooltipDelays>
  );
}
