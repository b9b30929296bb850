import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Ellipsis, IdCard, KeyRound, LogIn, RotateCw, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "wouter";
import { buttonClass } from "../../parts/button.tsx";
import type { ApplicationAction } from "./application-action.ts";

const itemClass =
  "flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.75 text-left outline-none data-highlighted:bg-hover sm:min-h-0 [&>svg]:size-4 [&>svg]:text-muted";

type ApplicationMenuProps = { application: Application; onAct: (action: ApplicationAction) => void };

/** What is seldom done with an application. */
export function ApplicationMenu({
  application: { name, tokenEndpointAuthMethod, clientId, hasRegistrationAccess },
  onAct,
}: ApplicationMenuProps) {
  return (
    <div className="relative">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger aria-label={`More for ${name}`} className={buttonClass("outline", "icon")}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </DropdownMenu.Trigger>
        {/* No portal: it would move the menu out of its landmark. */}
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-20 w-56 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float"
        >
          <DropdownMenu.Item className={itemClass} asChild>
            <Link href={`/oauth/test?client_id=${encodeURIComponent(clientId)}`}>
              <LogIn aria-hidden="true" />
              Try sign-in
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => onAct("claims")}>
            <IdCard aria-hidden="true" />
            Preview your claims
          </DropdownMenu.Item>
          {tokenEndpointAuthMethod === "client_secret" && (
            <DropdownMenu.Item className={itemClass} onSelect={() => onAct("rotate")}>
              <RotateCw aria-hidden="true" />
              Rotate client secret
            </DropdownMenu.Item>
          )}
          {hasRegistrationAccess && (
            <DropdownMenu.Item className={itemClass} onSelect={() => onAct("end-registration")}>
              <KeyRound aria-hidden="true" />
              End registration access
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
          <DropdownMenu.Item className={`${itemClass} text-danger-text`} onSelect={() => onAct("delete")}>
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}
