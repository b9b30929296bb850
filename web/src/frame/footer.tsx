import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "wouter";
import { chooseTheme, chosenTheme, onThemeChange } from "../theme.ts";

const themes = [
  { theme: "system", name: "System", Icon: Monitor },
  { theme: "light", name: "Light", Icon: Sun },
  { theme: "dark", name: "Dark", Icon: Moon },
] as const;

const linkClass = "inline-flex min-h-11 items-center rounded-sm text-muted hover:text-ink hover:underline sm:min-h-6";

/** Two links and the choice of theme. */
export function Footer() {
  const chosen = useSyncExternalStore(onThemeChange, chosenTheme);
  return (
    <footer className="flex flex-col items-start justify-between gap-3 border-t border-line p-4 text-xs text-subtle sm:flex-row sm:items-center sm:px-6">
      <nav aria-label="Footer" className="flex gap-4">
        <Link href="/docs" className={linkClass}>
          Documentation
        </Link>
        <Link href="/about" className={linkClass}>
          About
        </Link>
      </nav>
      <fieldset aria-label="Theme" className="inline-flex gap-0.5 rounded-md border border-line bg-hover p-0.5">
        {themes.map(({ theme, name, Icon }) => (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === chosen}
            onClick={() => chooseTheme(theme)}
            className="inline-flex h-11 items-center gap-1.5 rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-strong)] sm:h-6.5"
          >
            <Icon aria-hidden="true" className="size-3.5" />
            {name}
          </button>
        ))}
      </fieldset>
    </footer>
  );
}
