import type { DeviceRequestInfo } from "@attestory/command-api/device-authorizations/schema.ts";
import { MonitorSmartphone } from "lucide-react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { type FieldErrors, useForm } from "../../form.ts";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { Button } from "../../parts/button.tsx";
import { codeInputClass, FieldFrame } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";

/** The refusals of a code that another code can mend. */
const aboutCode = new Set(["unknown_code", "code_expired", "code_used", "application_gone"]);
const isAboutCode = (error: unknown) => error instanceof ApiError && aboutCode.has(error.problem?.code ?? "");

const sentence = (error: unknown) => sentenceOf(error, "Please try again in a moment.");
const refusedFields = (error: unknown): FieldErrors => {
  if (isAboutCode(error)) return { userCode: sentence(error) };
  return error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
};

type DeviceCodeProps = {
  /** As the address has it, perhaps empty. */
  given: string;
  onFound: (asked: DeviceRequestInfo) => void;
};

/** Asks for the code that a device shows. */
export function DeviceCode({ given, onFound }: DeviceCodeProps) {
  const form = useForm({
    schema: "deviceQuestion",
    submit: async (body) => {
      onFound(await send("deviceRequestInfo", { method: "POST", path: "/api/oauth/device/request", body }));
    },
    refusedFields,
    failed: (error) => {
      if (Object.keys(refusedFields(error)).length > 0) return;
      toast({ kind: "refused", title: "The code could not be checked", description: sentence(error) });
    },
  });
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <MonitorSmartphone />
        </RoundMark>
      }
      title="Connect a device"
      lead={
        given
          ? "Is this the code that your device shows? Go on only if it is."
          : "Enter the code that your device shows."
      }
    >
      <form {...form.props} className="grid gap-4">
        <FieldFrame label="Code" error={form.errors.userCode} hint="Eight letters. Blanks and hyphens do not matter.">
          {(ids) => (
            <input
              {...ids}
              type="text"
              name="userCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="XXXX-XXXX"
              maxLength={100}
              defaultValue={given.slice(0, 100)}
              className={`${codeInputClass} uppercase`}
            />
          )}
        </FieldFrame>
        <Button type="submit" look="primary" block busy={form.busy}>
          {form.busy ? "Checking..." : "Continue"}
        </Button>
      </form>
    </AuthFrame>
  );
}
