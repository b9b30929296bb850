import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Ellipsis, IdCard, KeyRound, LogIn, RotateCw, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "wouter";
import { buttonClass } from "../../parts/button.tsx";
import { Menu, MenuSeparator, menuItemClass } from "../../parts/menu.tsx";
import type { ApplicationAction } from "./application-action.ts";

type ApplicationMenuProps = { application: Application; onAct: (action: ApplicationAction) => void };

/** What is seldom done with an application. */
export function ApplicationMenu({
  application: { name, tokenEndpointAuthMethod, clientId, hasRegistrationAccess },
  onAct,
}: ApplicationMenuProps) {
  return (
    <div className="relative">
      <Menu
        label={`More for ${name}`}
        face={<Ellipsis aria-hidden="true" className="size-4" />}
        className={buttonClass("outline", "icon")}
        placed="z-20 w-56"
      >
        <DropdownMenu.Item className={menuItemClass} asChild>
          <Link href={`/oauth/test?client_id=${encodeURIComponent(clientId)}`}>
            <LogIn aria-hidden="true" />
            Try sign-in
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menuItemClass} onSelect={() => onAct("claims")}>
          <IdCard aria-hidden="true" />
          Preview your claims
        </DropdownMenu.Item>
        {tokenEndpointAuthMethod === "client_secret" && (
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onAct("rotate")}>
            <RotateCw aria-hidden="true" />
            Rotate client secret
          </DropdownMenu.Item>
        )}
        {hasRegistrationAccess && (
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onAct("end-registration")}>
            <KeyRound aria-hidden="true" />
            End registration access
          </DropdownMenu.Item>
        )}
        <MenuSeparator />
        <DropdownMenu.Item className={`${menuItemClass} text-danger-text`} onSelect={() => onAct("delete")}>
          <Trash2 aria-hidden="true" />
          Delete
        </DropdownMenu.Item>
      </Menu>
    </div>
  );
}
