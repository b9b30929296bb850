import {
  ChartLine,
  DoorOpen,
  Mail as Envelope,
  Globe,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Users as People,
  ShieldCheck,
  Signature,
  Ticket,
  UserX,
} from "lucide-react";
import { type OnDemand, onDemand } from "../../on-demand.tsx";

const Overview = onDemand(() => import("./overview.tsx").then((file) => file.Overview));
const Access = onDemand(() => import("./access/access.tsx").then((file) => file.Access));
const Mail = onDemand(() => import("./mail/mail.tsx").then((file) => file.Mail));

const Joining = onDemand(() => import("./joining/joining.tsx").then((file) => file.Joining));
const InitialAccessTokens = onDemand(() =>
  import("./initial-access-tokens/initial-access-tokens.tsx").then((file) => file.InitialAccessTokens),
);
const ClientSources = onDemand(() => import("./client-sources/client-sources.tsx").then((file) => file.ClientSources));
const SigningKeys = onDemand(() => import("./signing-keys/signing-keys.tsx").then((file) => file.SigningKeys));
const Integrity = onDemand(() => import("./integrity/integrity.tsx").then((file) => file.Integrity));
const Erasures = onDemand(() => import("./erasures/erasures.tsx").then((file) => file.Erasures));
const Users = onDemand(() => import("./users.tsx").then((file) => file.Users));
const Analytics = onDemand(() => import("./analytics/analytics.tsx").then((file) => file.AnalyticsScreen));

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
  { path: "/admin/access", name: "Access", Icon: KeyRound, Screen: Access },
  { path: "/admin/mail", name: "Mail", Icon: Envelope, Screen: Mail },
  { path: "/admin/joining", name: "Who may join", Icon: DoorOpen, Screen: Joining },
  { path: "/admin/initial-access-tokens", name: "Initial access tokens", Icon: Ticket, Screen: InitialAccessTokens },
  { path: "/admin/client-sources", name: "Client sources", Icon: Globe, Screen: ClientSources },
  { path: "/admin/signing-keys", name: "Signing keys", Icon: Signature, Screen: SigningKeys },
  { path: "/admin/integrity", name: "Integrity", Icon: ShieldCheck, Screen: Integrity },
  { path: "/admin/erasures", name: "Deletions", Icon: UserX, Screen: Erasures },
  { path: "/admin/analytics", name: "Analytics", Icon: ChartLine, Screen: Analytics },
];
