import { useEffect } from "react";

/** Names the screen in the tab, in search results and for screen readers. Every screen calls it. */
export function usePage(title: string, description: string, lang = "en") {
  useEffect(() => {
    document.title = `${title} · Attestory`;
    document.documentElement.lang = lang;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [title, description, lang]);
}
