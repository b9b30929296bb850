import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Texts that the product specification words, by the file that shows or sends them. The stories show that they appear when they should. */
const texts: Readonly<Record<string, readonly string[]>> = {
  "web/src/screens/sign-in/login.tsx": ["Sign In", "Signing in...", "Remember me", "Forgot password"],
  "web/src/screens/sign-in/second-step-fields.tsx": ["Two-Factor Authentication Code"],
  "web/src/screens/sign-in/login-notices.tsx": ["Resend verification email"],
  "web/src/screens/sign-in/use-login.ts": [
    "Login failed",
    "Email Verification Required",
    "Please verify your email address before logging in",
  ],
  "web/src/screens/second-factors/scan-step.tsx": [
    "I've Scanned the Code",
    "Failed to generate QR code. Please try again.",
  ],
  "web/src/screens/second-factors/confirm-step.tsx": [
    "Back",
    "Verify & Enable",
    "Verifying...",
    "Invalid code",
    "Please enter a 6-digit code from your authenticator app.",
    "Verification failed",
  ],
  "web/src/screens/second-factors/done-step.tsx": ["2FA Enabled Successfully"],
  "web/src/screens/second-factors/set-up-two-factor.tsx": ["2FA Already Enabled", "Back to Dashboard", "Cancel"],
  "web/src/screens/second-factors/disable-two-factor.tsx": ["2FA disabled", "Disable failed"],
  "web/src/screens/second-factors/two-factor-row.tsx": ["Enabled", "Disabled"],
  "web/src/screens/account/profile-card.tsx": ["Profile updated", "Update failed"],
  "web/src/screens/account/password-dialog.tsx": [
    "Password updated",
    "Password change failed",
    "Password too short",
    "Password mismatch",
  ],
  "web/src/screens/account/password-texts.ts": [
    "Password must be at least 8 characters long.",
    "New password and confirm password don't match.",
  ],
  "web/src/screens/sign-in/sessions-dialog.tsx": ["No active sessions found", "Revoke failed"],
  "web/src/screens/sign-in/revocation.ts": ["Session revoked"],
  "web/src/screens/hardware-keys/key-list.tsx": ["No hardware keys registered"],
  "web/src/screens/hardware-keys/register-key.ts": [
    "Failed to start registration",
    "No credential created",
    "Failed to complete registration",
    "Failed to register hardware key",
  ],
  "web/src/screens/hardware-keys/use-registration.ts": [
    "Registration failed",
    "Not Supported",
    "WebAuthn is not supported in this browser.",
  ],
  "web/src/screens/hardware-keys/rename-row.tsx": ["Hardware key updated", "Update failed"],
  "web/src/screens/hardware-keys/remove-key.tsx": ["Hardware key removed", "Removal failed"],
  "web/src/screens/admin/admin.tsx": ["Access Denied"],
  "web/src/screens/admin/overview.tsx": ["Recent Users", "View All"],
  "web/src/screens/admin/stat-tiles.tsx": ["Total Users", "2FA Enabled", "Applications", "Daily Logins"],
  "web/src/screens/admin/recent-applications.tsx": ["Applications", "Delete"],
  "web/src/screens/admin/account-row.tsx": ["Developer", "Admin", "2FA", "Active", "Inactive"],
  "web/src/screens/admin/change-status.tsx": ["Activate", "Deactivate", "User status updated", "Update failed"],
  "web/src/screens/admin/new-user.tsx": ["Creation failed"],
  "web/src/frame/menu-entries.ts": ["Dashboard", "Developer Portal", "Admin Dashboard", "Developer Documentation"],
  "web/src/screens/account/developer-tools.tsx": ["Developer Tools"],
  "web/src/screens/developer/enable-developer.tsx": ["Enable Developer Access"],
  "web/src/screens/developer/use-enable-developer.ts": ["Developer access enabled", "Error enabling developer access"],
  "web/src/screens/developer/developer.tsx": ["Developer Portal", "New App"],
  "web/src/screens/developer/application-dialog.tsx": ["Creation failed", "Update failed"],
  "web/src/screens/developer/application-settings.tsx": ["32x32 or 64x64 px"],
  "web/src/screens/developer/delete-application.tsx": ["Delete failed"],
  "web/src/screens/developer/quick-start.tsx": ["Quick Start"],
  "web/src/screens/developer/api-keys-card.tsx": ["API Keys", "New Key"],
  "web/src/screens/developer/pro-required.tsx": ["Pro Required"],
  "web/src/screens/developer/new-api-key.tsx": ["I've saved the key", "Creation failed"],
  "web/src/screens/developer/api-key-table.tsx": ["Key prefix copied (full key not retrievable)"],
  "web/src/screens/developer/delete-api-key.tsx": ["Delete failed"],
  "command-api/src/sign-in/refusals.ts": ["Please verify your email address before logging in"],
  "command-api/src/admin/routes.ts": ["User status updated"],
};

it.each(Object.entries(texts))("the product specification's texts stand word for word in %s", (file, wanted) => {
  const source = readFileSync(join(root, file), "utf8");
  expect(wanted.filter((text) => !source.includes(text))).toEqual([]);
});
