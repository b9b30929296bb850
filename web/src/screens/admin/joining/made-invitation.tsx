import type { MadeInvitation as Made } from "@attestory/command-api/joining/schema.ts";
import { Alert } from "../../../parts/alert.tsx";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogText } from "../../../parts/dialog.tsx";
import { MonoLine } from "../../../parts/mono-line.tsx";

/** The link of a new invitation, as text and as a QR code. It is shown this one time, so only the button closes the dialog. */
export function MadeInvitation({ invitation, onClose }: { invitation: Made; onClose: () => void }) {
  const { url, qrCode } = invitation;
  return (
    <Dialog onClose={() => {}} role="alertdialog" title="Your invitation is ready">
      <DialogBody>
        <div className="grid gap-4">
          <DialogText>{wayOf(invitation)}</DialogText>
          <img
            src={qrCode}
            alt="QR code of the link"
            width={184}
            height={184}
            className="mx-auto size-46 rounded-md border border-line bg-[white]"
          />
          <MonoLine text={url} wrap>
            <CopyButton text={url} what="Copy link" />
          </MonoLine>
          <Alert kind="warning" title="This is the only time you see the link">
            <p>If it is lost, revoke the invitation and make another one.</p>
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

/** How the link reaches the people whom it is for. */
function wayOf({ email, isEmailed }: Made): string {
  if (email === null) return "Anyone who has the link can join with it. Pass it on with care.";
  return isEmailed
    ? `We are sending the link to ${email}.`
    : `This service has no mail server. Pass the link on to the owner of ${email} yourself.`;
}
