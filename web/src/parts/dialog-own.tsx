import { Dialog } from "./dialog.tsx";
import type { Takeover } from "./dialog-host.ts";

/** The content that would take over a dialog, where none is open. */
export function OwnDialog({ content, ...dialog }: Takeover) {
  return <Dialog {...dialog}>{content}</Dialog>;
}
