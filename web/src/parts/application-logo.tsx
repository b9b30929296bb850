import { useState } from "react";

const sizes = { normal: "size-9 rounded-md text-md", large: "size-12 rounded-lg text-lg" } as const;

type ApplicationLogoProps = { name: string; logoUrl: string | null; size?: keyof typeof sizes };

/** The logo of an application, or its initial if it has none or the logo cannot be loaded. Says nothing to a screen reader: the name stands beside it. */
export function ApplicationLogo({ name, logoUrl, size = "normal" }: ApplicationLogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = `flex-none border border-line ${sizes[size]}`;
  if (logoUrl !== null && logoUrl !== brokenUrl) {
    return (
      <img
        src={logoUrl}
        alt=""
        referrerPolicy="no-referrer"
        className={`${shape} bg-surface object-contain`}
        onError={() => setBrokenUrl(logoUrl)}
      />
    );
  }
  return (
    <span aria-hidden="true" className={`grid place-items-center bg-active font-semibold text-ink ${shape}`}>
      {initialOf(name)}
    </span>
  );
}

/** The first character, also one of several code units. */
const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? "?";
