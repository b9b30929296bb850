import { useEffect } from "react";

/** Sets the title, description and language for the tab, search results and screen readers. Every screen calls it. */
export function usePage(title: string, description: string, lang = "en") {
  useEffect(() => {
    document.title = `${title} · Attestory`;
    document.documentElement.lang = lang;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [title, description, lang]);
}
