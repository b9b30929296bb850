import type { Application } from "@attestory/command-api/api-schema";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";

/** What the application would learn about the developer's own account. */
export function ClaimsPreview({ application: { name }, onClose }: { application: Application; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Your claims" description={`What ${name} would learn about you.`}>
      <DialogBody>{null}</DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  );
}
