import { Dialog } from "../parts/dialog.tsx";
import type { Takeover } from "../parts/dialog-host.ts";

/** The step-up where no dialog is open. */
export function StepUpDialog({ content, ...dialog }: Takeover) {
  return <Dialog {...dialog}>{content}</Dialog>;
}
