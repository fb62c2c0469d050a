/**
 * Lets unmodified wallet kits and WalletConnect clients of other makers use the product: `npm run try:strangers`. Starts the product and builds
 * an app for each kit as docs/own-apps.md tells, both in a temporary folder, and uses the apps in a browser.
 * Needs the npm registry, openssl, and `CHROMIUM` where Playwright has no browser. Arguments choose some of them: `-- RainbowKit`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChecks } from '../support/strangers/checks.ts'
import { startInstallation } from '../support/strangers/installation.ts'
import { readOwnApps } from '../support/strangers/own-apps-document.ts'
import { SIGN_CLIENTS, trySignClient } from '../support/strangers/sign-clients.ts'

/** Below the ports that systems give to clients. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 28_217)
const RELAY_URL = 'wss://relay.bullring.example'

const chosen = process.argv.slice(2)
const isChosen = (subject: string) =>
  chosen.length === 0 || chosen.some((part) => subject.includes(part))

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'bullring-strangers-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
// The database runs as another user.
await chmod(folder, 0o711)

const checks = startChecks()
const document = await readOwnApps()
const installation = await startInstallation(document, {
  folder,
  firstPort: FIRST_PORT,
  appPort: FIRST_PORT + 20,
})
cleanup.defer(installation.stop)
for (const version of SIGN_CLIENTS.filter((each) => isChosen(`sign-client ${each}`))) {
  await trySignClient(version, { folder, relayUrl: RELAY_URL, checks })
}
process.exitCode = checks.hasFailed() ? 1 : 0
