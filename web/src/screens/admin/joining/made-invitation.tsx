import type { MadeInvitation as Made } from "@attestory/command-api/joining/schema.ts";
import { SaveOnceDialog } from "../../../parts/save-once-dialog.tsx";

/** The link of a new invitation, as text and as a QR code. */
export const MadeInvitation = ({ invitation, onClose }: { invitation: Made; onClose: () => void }) => (
  <SaveOnceDialog
    title="Your invitation is ready"
    about={wayOf(invitation)}
    picture={
      <img
        src={invitation.qrCode}
        alt="QR code of the link"
        width={184}
        height={184}
        className="mx-auto size-46 rounded-md border border-line bg-[white]"
      />
    }
    secret={invitation.url}
    copyLabel="Copy link"
    kept="If it is lost, revoke the invitation and make another one."
    action="Done"
    onClose={onClose}
  />
);

/** How the link reaches the people whom it is for. */
function wayOf({ email, isEmailed }: Made): string {
  if (email === null) return "Anyone who has the link can join with it. Pass it on with care.";
  return isEmailed
    ? `We are sending the link to ${email}.`
    : `This service has no mail server. Pass the link on to the owner of ${email} yourself.`;
}
