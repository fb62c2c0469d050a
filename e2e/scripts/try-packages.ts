/**
 * Uses the packed libraries as other projects do: `npm run try:packages`. Creates projects of Vite and Next.js in a temporary folder, with the
 * oldest packages that the libraries accept and with the newest, installs the tarballs, builds, checks the types, and connects in a browser: to
 * an announced wallet, and through the relay to the test wallet's page and to a wallet that runs the packed client in Node.
 * Needs the npm registry. Arguments choose some of the projects by parts of their names: `-- oldest`.
 */
import { strict as assert } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abortOnSignals } from '@bullring/checks/abort-on-signals'
import { findChromium } from '@bullring/checks/find-chromium'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { freePort } from '@bullring/stack/processes/free-port'
import { startService } from '@bullring/stack/start-service'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { buildFreshApp, FRESH_APPS, type FreshApp, packLibrary } from '../support/kit/fresh-apps.ts'
import { checkTypes, versionsIn } from '../support/kit/fresh-types.ts'
import {
  ANNOUNCED_WALLET,
  type FreshWallet,
  openPhone,
  PATIENCE,
  startWallet,
} from '../support/kit/fresh-wallets.ts'
import { startChecks } from '../support/strangers/checks.ts'

const report = (line: string) => void process.stdout.write(`${line}\n`)
const chosen = process.argv.slice(2)
const apps = FRESH_APPS.filter(
  ({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
)

await using cleanup = new AsyncDisposableStack()
const signal = abortOnSignals()
signal.addEventListener('abort', () => void cleanup.disposeAsync().then(() => process.exit(1)))
const folder = await mkdtemp(join(tmpdir(), 'bullring-packages-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const tarballs = {
  walletconnect: await packLibrary('walletconnect/client', folder),
  kit: await packLibrary('wallet/kit', folder),
}
const relay = await startService({
  service: 'relay',
  env: { RELAY_DATABASE_URL: 'memory', PORT: '0', LOG_LEVEL: 'warn' },
})
cleanup.defer(() => relay.child.stop())
const relayUrl = relay.url.replace('http', 'ws')
const browser = await openBrowser()
cleanup.defer(() => browser.close())
const wallets = [
  ANNOUNCED_WALLET,
  await openPhone({ browser, cleanup, relayUrl }),
  await startWallet({ folder, tarball: tarballs.walletconnect, relayUrl, start }),
]
const checks = startChecks(report)
const rows: string[] = []
for (const app of apps) rows.push(await tryApp(app))
report([...rows, checks.summary()].join('\n'))
await cleanup.disposeAsync()
process.exit(checks.hasFailed() || apps.length === 0 ? 1 : 0)

/** Returns the app's row of the table: name, versions and results. */
async function tryApp(app: FreshApp): Promise<string> {
  const cells = [app.name]
  const check = async <T>(text: string, run: () => Promise<T>) => {
    const result = await checks.run(app.name, text, run)
    cells.push(`${text} ${result === null ? '✗' : '✓'}`)
    return result
  }
  const cwd = join(folder, app.name)
  const versions = await check('builds', async () => {
    await buildFreshApp(app, { folder, tarballs: Object.values(tarballs), relayUrl })
    return await versionsIn(cwd)
  })
  if (versions !== null) {
    cells.splice(1, 0, versions)
    await check('types', () => checkTypes(app, cwd))
    await tryInBrowser(app, cwd, check)
  }
  return cells.join(' | ')
}

async function tryInBrowser(
  app: FreshApp,
  cwd: string,
  check: (text: string, run: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const port = await freePort()
  const [program = '', ...args] = app.serve(port)
  const server = start(app.name, join(cwd, 'node_modules/.bin', program), args, cwd)
  try {
    const url = `http://127.0.0.1:${port}/`
    await check('page', async () => {
      const html = await firstResponse(url, server)
      assert.equal(html.includes('Connect Wallet'), app.isServerRendered)
    })
    for (const wallet of wallets) await check(wallet.name, () => connect(url, wallet))
  } finally {
    await server.stop()
  }
}

/** Connects in the modal, has a message signed, and reloads. */
async function connect(url: string, wallet: FreshWallet): Promise<void> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await using _ = { [Symbol.asyncDispose]: () => context.close() }
  const address = await wallet.install(context)
  const page = await context.newPage()
  const errors = errorsOf(page)
  await page.goto(url)
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await expect(button).toHaveCSS('border-radius', '20px', PATIENCE)
  await button.click()
  await wallet.connect(page)
  const connected = page.getByRole('status').filter({ hasText: `connected ${address}` })
  await expect(connected).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Sign' }).click()
  await wallet.sign()
  await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{130}$/, PATIENCE)
  await page.reload()
  await expect(connected).toBeVisible(PATIENCE)
  assert.deepEqual(errors, [])
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

function start(
  name: string,
  command: string,
  args: readonly string[],
  cwd: string,
  onLine?: (line: string) => void,
): Child {
  const env = { PATH: process.env['PATH'] ?? '' }
  const child = startChild({
    name,
    command,
    args,
    cwd,
    env,
    withIpc: true,
    ...(onLine && { onLine }),
  })
  cleanup.defer(() => child.stop())
  return child
}

/** Waits until a server responds, and returns the text of the page. */
async function firstResponse(url: string, server: Child): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE.timeout)
  for (;;) {
    const response = await fetch(url, { signal }).catch(() => null)
    if (response?.ok) return await response.text()
    if (!server.isRunning() || signal.aborted) throw new Error(server.lastOutput())
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function openBrowser(): Promise<Browser> {
  const found = await findChromium({ env: process.env, report, signal })
  if ('notRun' in found) throw new Error(found.notRun)
  const args = ['--no-sandbox', '--disable-gpu']
  return await chromium.launch({ executablePath: found.path, args })
}
