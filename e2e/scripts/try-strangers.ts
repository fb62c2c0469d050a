/**
 * Lets unmodified wallet kits and WalletConnect clients of other makers use the product: `npm run try:strangers`. Starts the product and builds
 * an app for each kit as docs/own-apps.md tells, both in a temporary folder, and uses the apps in a browser.
 * Needs the npm registry and openssl. Arguments choose some of them by parts of their names: `-- RainbowKit "AppKit 1.8"`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abortOnSignals } from '@bullring/checks/abort-on-signals'
import { findChromium } from '@bullring/checks/find-chromium'
import { type Browser, chromium } from '@playwright/test'
import { startChecks } from '../support/strangers/checks.ts'
import { startInstallation } from '../support/strangers/installation.ts'
import { KITS } from '../support/strangers/kits.ts'
import { readOwnApps } from '../support/strangers/own-apps-document.ts'
import { tryKit } from '../support/strangers/try-kit.ts'
import { SIGN_CLIENTS, trySignClient } from '../support/strangers/try-sign-client.ts'

/** Below the ports that systems give to clients, and beside those of the browser tests. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 28_217)
const APP_PORT = FIRST_PORT + 20

const report = (line: string) => void process.stdout.write(`${line}\n`)
const chosen = process.argv.slice(2)
const isChosen = (name: string) => chosen.length === 0 || chosen.some((part) => name.includes(part))

await using cleanup = new AsyncDisposableStack()
const signal = abortOnSignals()
signal.addEventListener('abort', () => void cleanup.disposeAsync().then(() => process.exit(1)))
const folder = await mkdtemp(join(tmpdir(), 'bullring-strangers-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
// The database runs as another user.
await chmod(folder, 0o711)

// The official clients leave rejections to chance. The check that waits for such a step fails.
process.on('unhandledRejection', (error) => report(`! ${error}`))
const checks = startChecks(report)
const document = await readOwnApps()
const ports = { firstPort: FIRST_PORT, appPort: APP_PORT }
const installation = await startInstallation(document, { folder, ...ports })
cleanup.defer(installation.stop)
const browser = await openBrowser(installation.network.proxyUrl)
cleanup.defer(() => browser.close())

for (const version of SIGN_CLIENTS.filter((each) => isChosen(`sign-client ${each}`))) {
  await trySignClient(version, { folder, installation, checks })
}
const { viteConfig } = document
for (const kit of KITS.filter(({ name }) => isChosen(name))) {
  await tryKit({ kit, browser, installation, checks }, { folder, viteConfig, appPort: APP_PORT })
}
report(checks.summary())
await cleanup.disposeAsync()
// The connection to the parent process would keep this one running.
process.exit(checks.hasFailed() ? 1 : 0)

async function openBrowser(server: string): Promise<Browser> {
  const found = await findChromium({ env: process.env, report, signal })
  if ('notRun' in found) throw new Error(found.notRun)
  return await chromium.launch({
    executablePath: found.path,
    proxy: { server },
    args: ['--no-sandbox', '--disable-gpu'],
  })
}
