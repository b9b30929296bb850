import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";

export const menuItemClass =
  "flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.75 text-left outline-none data-highlighted:bg-hover sm:min-h-0 [&>svg]:size-4 [&>svg]:text-muted";

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;

interface MenuProps {
  /** The accessible name of the button that opens the menu. */
  label: string;
  face: ReactNode;
  /** Classes of the button. */
  className: string;
  /** Classes of the opened menu: its width and its layer. */
  placed: string;
  children: ReactNode;
}

/** A button and the menu that it opens. */
export function Menu({ label, face, className, placed, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger aria-label={label} className={className}>
        {face}
      </DropdownMenu.Trigger>
      {/* `forceMount`: Radix would remove it after an animation that never begins if the menu is closed before its first frame, so it would
          stay. No portal: it would move the menu out of its landmark. */}
      {open && (
        <DropdownMenu.Content
          forceMount
          align="end"
          sideOffset={8}
          className={`animate-rise rounded-lg border border-line bg-raised p-1 shadow-float ${placed}`}
        >
          {children}
        </DropdownMenu.Content>
      )}
    </DropdownMenu.Root>
  );
}
