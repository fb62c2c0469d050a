/**
 * Uses the packed libraries as other projects do: `npm run try:packages`. Creates a Vite and a Next.js project in a temporary folder,
 * installs the tarballs, builds, and connects in a browser through the relay to the test wallet's page, and to a wallet that runs the packed client
 * in Node.
 * Needs the npm registry, and `CHROMIUM` where Playwright has no browser.
 */
import { strict as assert } from 'node:assert'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPhone, phoneRoot } from '@bullring/stack/build'
import { startPhone } from '@bullring/stack/phone/start-phone'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { freePort } from '@bullring/stack/processes/free-port'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { startService } from '@bullring/stack/start-service'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import {
  buildFreshApp,
  FRESH_APPS,
  type FreshApp,
  install,
  packLibrary,
} from '../support/kit/fresh-apps.ts'

const WALLET = 'wallet.mjs'
const PATIENCE = { timeout: 60_000 }
const CHAIN = {
  id: 31_337,
  name: 'Local chain',
  rpcUrl: '/rpc/31337',
  faucetUrl: null,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

/** A wallet on another device, and the actions of its user. */
type Wallet = {
  name: string
  address: string
  connect: (link: string) => Promise<void>
  sign: () => Promise<void>
}

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'bullring-packages-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))

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
const wallets = [await openPhone(), await startWallet()]
for (const app of FRESH_APPS) await tryApp(app)

async function tryApp(app: FreshApp): Promise<void> {
  const cwd = await buildFreshApp(app, { folder, tarballs: Object.values(tarballs), relayUrl })
  const port = await freePort()
  const [program = '', ...args] = app.serve(port)
  const command = join(cwd, 'node_modules/.bin', program)
  const server = start(app.name, command, args, cwd)
  try {
    const url = `http://127.0.0.1:${port}/`
    const html = await firstResponse(url, server)
    assert.equal(html.includes('Connect Wallet'), app.isServerRendered)
    for (const wallet of wallets) {
      await connect(url, wallet)
      process.stdout.write(
        `✓ ${app.name}: ${wallet.name} connects, signs, reconnects after a reload\n`,
      )
    }
  } finally {
    await server.stop()
  }
}

/** Pairs by the copied link, has a message signed, and reloads. */
async function connect(url: string, wallet: Wallet): Promise<void> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const errors = errorsOf(page)
  await page.goto(url)
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await expect(button).toHaveCSS('border-radius', '20px', PATIENCE)
  await button.click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(link, PATIENCE).toMatch(/^wc:/)
  await wallet.connect(await link())
  const connected = page.getByRole('status').filter({ hasText: `connected ${wallet.address}` })
  await expect(connected).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Sign' }).click()
  await wallet.sign()
  await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{130}$/, PATIENCE)
  await page.reload()
  await expect(connected).toBeVisible(PATIENCE)
  assert.deepEqual(errors, [])
  await context.close()
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Opens the test wallet's page on another device. */
async function openPhone(): Promise<Wallet> {
  await buildPhone()
  // Nothing here reads a chain.
  const nowhere = 'http://127.0.0.1:9'
  const phone = await startPhone({
    port: 0,
    root: phoneRoot,
    gameUrl: nowhere,
    walletUrl: nowhere,
    config: { chains: [CHAIN], relayUrl, projectId: 'phone', markets: [] },
  })
  cleanup.defer(phone.stop)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(phone.url)
  const address = (await page.locator('main code').innerText(PATIENCE)).replaceAll(/\s/g, '')
  const approve = async (name: string) => {
    await page
      .getByRole('dialog', { name: /Fresh wants/ })
      .getByRole('button', { name })
      .click(PATIENCE)
  }
  return {
    name: 'the phone',
    address,
    connect: async (link) => {
      await page.getByRole('button', { name: 'Paste a link' }).click(PATIENCE)
      const dialog = page.getByRole('dialog', { name: 'Paste a link' })
      await dialog.getByRole('textbox').fill(link)
      await dialog.getByRole('button', { name: 'Connect' }).click()
      await approve('Connect')
    },
    sign: () => approve('Sign'),
  }
}

/** Installs the packed client in a folder, and runs the wallet there. */
async function startWallet(): Promise<Wallet> {
  const cwd = join(folder, 'wallet')
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'wallet', private: true }))
  await install(cwd, [tarballs.walletconnect, 'viem'])
  await copyFile(join(repositoryRoot, 'walletconnect/client/example', WALLET), join(cwd, WALLET))
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const child = start('wallet', process.execPath, [join(cwd, WALLET), relayUrl], cwd, resolve)
  const address = await Promise.race([ready, child.exited.then(() => '')])
  if (address === '') throw new Error(child.lastOutput())
  return {
    name: 'the packed wallet',
    address,
    connect: async (link) => void child.process.send(link),
    sign: () => Promise.resolve(),
  }
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

function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM']
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}
