import { LayoutDashboard, type LucideIcon, Users as People } from "lucide-react";
import { type OnDemand, onDemand } from "../../on-demand.tsx";

const Overview = onDemand(() => import("./overview.tsx").then((file) => file.Overview));
const Users = onDemand(() => import("./users.tsx").then((file) => file.Users));

export type AdminScreen = {
  path: string;
  /** As the menu shows it. */
  name: string;
  Icon: LucideIcon;
  Screen: OnDemand;
};

/** The screens of admins, in the order of their menu. */
export const adminScreens: readonly AdminScreen[] = [
  { path: "/admin", name: "Overview", Icon: LayoutDashboard, Screen: Overview },
  { path: "/admin/users", name: "Users", Icon: People, Screen: Users },
];
