import { TextField } from "../../../parts/field.tsx";
import { SaveOnceDialog } from "../../../parts/save-once-dialog.tsx";
import { NewVoucher } from "../vouchers/new-voucher.tsx";
import { tokensPath } from "./use-tokens.ts";

type NewTokenProps = { onMade: () => Promise<unknown>; onClose: () => void };

const kind = {
  schema: "initialTokenCreation",
  made: "initialTokenMade",
  path: tokensPath,
  what: "an initial access token",
} as const;

/** Makes an initial access token, then shows it this one time. */
export const NewToken = ({ onMade, onClose }: NewTokenProps) => (
  <NewVoucher
    kind={kind}
    title="New Token"
    description="It lets applications register themselves."
    action="Make Token"
    values={(data) => ({ label: data.get("label") })}
    before={(errors) => (
      <TextField
        label="Label"
        name="label"
        autoComplete="off"
        hint="What the token is for, such as the name of a build server."
        error={errors.label}
      />
    )}
    onMade={onMade}
    shown={({ initialAccessToken: { token } }) => (
      <SaveOnceDialog
        title="Your token is ready"
        about={
          <>
            A program sends it as a bearer token to <code>/api/oauth/register</code>. What registers belongs to you.
          </>
        }
        secret={token}
        copyLabel="Copy token"
        kept="If it is lost, revoke it and make another one."
        action="Done"
        onClose={onClose}
      />
    )}
    onClose={onClose}
  />
);
