import type { ReactNode } from "react";
import { Link } from "wouter";
import { type ButtonLook, buttonClass } from "./button.tsx";

interface BlockLinkProps {
  href: string;
  look?: ButtonLook;
  children: ReactNode;
}

/** A link to another screen that looks like a button of full width. */
export const BlockLink = ({ href, look = "primary", children }: BlockLinkProps) => (
  <Link href={href} className={buttonClass(look, "normal", true)}>
    {children}
  </Link>
);
