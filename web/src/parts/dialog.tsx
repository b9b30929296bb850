import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { DialogHostContext } from "./dialog-host.ts";

type DialogProps = {
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** `alertdialog` asks before something is lost: it has no close button, and clicking outside does nothing. */
  role?: "dialog" | "alertdialog";
  /** For a table. */
  wide?: boolean;
  children: ReactNode;
};

const anyDialog = "[role=dialog], [role=alertdialog]";

/** What had the focus before the dialog opened; where one dialog takes another's place, before the first one. */
let opener: Element | null = null;

/** To be called before the dialog has the focus. */
function rememberOpener(): void {
  const { activeElement } = document;
  if (activeElement?.closest(anyDialog)) return;
  // A menu closes with the choice of its item, so the focus returns to its button.
  const menu = activeElement?.closest("[role=menu]");
  opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
}

/**
 * Open while it is rendered: in the middle of wide screens, at the bottom of small ones. Dialogs do not stack:
 * change the content instead, or let the host do so. A part with `data-own-escape` uses Escape itself. After it closes, the focus returns to the element that had it before.
 */
export function Dialog({ children, ...own }: DialogProps) {
  const { takeover, opened } = use(DialogHostContext);
  useEffect(opened, [opened]);
  const { onClose, title, description, role } = takeover ?? own;
  const width = own.wide ? "sm:max-w-dialog-wide" : "sm:max-w-dialog";
  const asks = role === "alertdialog";
  useState(rememberOpener);
  const seenEscape = useRef<KeyboardEvent | null>(null);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade-in bg-scrim" />
        <Radix.Content
          role={asks ? "alertdialog" : "dialog"}
          {...(description || asks ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.querySelector(anyDialog) === null && opener instanceof HTMLElement) opener.focus();
          }}
          // Without this, a toast above the dialog would consume the first Escape.
          onEscapeKeyDown={(event) => {
            seenEscape.current = event;
            if (event.target instanceof Element && event.target.closest("[data-own-escape]")) event.preventDefault();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && seenEscape.current !== event.nativeEvent) onClose();
          }}
          onInteractOutside={(event) => asks && event.preventDefault()}
          className={`fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] animate-sheet-up flex-col rounded-t-[12px] border-t border-line bg-raised shadow-float focus-visible:outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[85dvh] sm:w-[calc(100%-48px)] ${width} sm:-translate-1/2 sm:animate-rise sm:rounded-lg sm:border`}
        >
          <header className="flex items-start justify-between gap-4 px-4 pt-5 sm:px-6">
            <div className="min-w-0">
              <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>}
            </div>
            {!asks && (
              <Radix.Close
                aria-label="Close"
                className="-mt-2 -mr-3 grid size-11 flex-none place-items-center rounded-sm text-subtle hover:bg-hover hover:text-ink sm:-mt-0.5 sm:-mr-1.5 sm:size-7"
              >
                <X aria-hidden="true" className="size-3.5" />
              </Radix.Close>
            )}
          </header>
          <div className={takeover ? "hidden" : "contents"}>{children}</div>
          {takeover?.content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Says what an `alertdialog` asks to give up; screen readers read it together with the title. */
export function DialogText({ children }: { children: ReactNode }) {
  return <Radix.Description className="text-muted">{children}</Radix.Description>;
}

/** The body of a dialog; it scrolls when it is long. `flush` lets rows extend to the edges. */
export function DialogBody({ flush = false, children }: { flush?: boolean; children: ReactNode }) {
  return <div className={`min-h-0 overflow-y-auto ${flush ? "pt-3" : "p-4 pb-5 sm:p-6 sm:pt-5"}`}>{children}</div>;
}

/** The buttons. The main one is last in the markup: on the right of wide screens, at the top on small ones. */
export function DialogFoot({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <footer className="mt-auto flex flex-col-reverse gap-2 border-t border-line p-4 pt-3 sm:flex-row sm:items-center sm:justify-end sm:px-6 sm:pt-4">
      {lead && <div className="grid sm:mr-auto">{lead}</div>}
      {children}
    </footer>
  );
}
