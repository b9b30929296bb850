import { createContext, type ReactNode } from "react";

/** Content that takes the place of an open dialog's own. The dialog keeps its own content, hidden, with everything that was entered. */
export type Takeover = {
  title: string;
  description: string;
  content: ReactNode;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
};

/** Where dialogs open. */
export type DialogHost = {
  takeover: Takeover | null;
  /** A dialog has opened. Returns what to call when it closes. */
  opened: () => () => void;
};

export const plainHost: DialogHost = { takeover: null, opened: () => () => {} };
export const DialogHostContext = createContext<DialogHost>(plainHost);
