import type { Parsed } from "../../../load-schemas.ts";
import { Alert } from "../../../parts/alert.tsx";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogText } from "../../../parts/dialog.tsx";
import { MonoLine } from "../../../parts/mono-line.tsx";

type MadeTokenProps = { made: Parsed<"initialTokenMade">["initialAccessToken"]; onClose: () => void };

/** A new initial access token. It is shown this one time, so only the button closes the dialog. */
export function MadeToken({ made: { token }, onClose }: MadeTokenProps) {
  return (
    <Dialog onClose={() => {}} role="alertdialog" title="Your token is ready">
      <DialogBody>
        <div className="grid gap-4">
          <DialogText>
            A program sends it as a bearer token to <code>/api/oauth/register</code>. What registers belongs to you.
          </DialogText>
          <MonoLine text={token} wrap>
            <CopyButton text={token} what="Copy token" />
          </MonoLine>
          <Alert kind="warning" title="This is the only time you see the token">
            <p>If it is lost, revoke it and make another one.</p>
          </Alert>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
