import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Address, type Hex, verifyMessage } from 'viem'
import { installWallet } from '../wallet/test-wallet.ts'
import { approveInWindow } from '../wallet/wallet-window.ts'
import { buildApp, serveApp } from './build-app.ts'
import type { Checks } from './checks.ts'
import { CHAIN_ID, type Installation } from './installation.ts'
import type { Kit } from './kits.ts'
import { startSigningWallet } from './signing-wallet.ts'

/** Everything that the trial of a kit needs. */
export type Trial = {
  kit: Kit
  browser: Browser
  installation: Installation
  checks: Checks
}

const APP = 'https://their.app'
const WALLET = 'Their Wallet'
const MESSAGE = 'Hello'
const STATUS = '#root [role=status]'
const CODE_LIMIT_MS = 3_000
const PATIENCE = { timeout: 60_000 }

/** Hosts of the kits' makers. */
const MAKERS = /(?:^|\.)(?:walletconnect|web3modal|reown)\.(?:org|com)$/
/** Hosts of theirs without which pages only look different. */
const DECORATIVE: ReadonlySet<string> = new Set(['fonts.reown.com'])

/** Builds an app with the kit, and does in it what its users do. */
export async function tryKit(
  trial: Trial,
  { folder, viteConfig, appPort }: { folder: string; viteConfig: string; appPort: number },
): Promise<void> {
  const { kit, checks } = trial
  const built = await checks.run(kit.name, 'installs, and builds with the plugin', async () => ({
    root: await buildApp(kit, { folder, viteConfig }),
  }))
  if (built !== null) await tryApp(trial, built.root, appPort)
}

async function tryApp(trial: Trial, root: string, appPort: number): Promise<void> {
  const { kit, browser, checks, installation } = trial
  await using _server = await serveApp(root, appPort)
  installation.network.takeRefused()
  const thrown: string[] = []
  const scenarios = [
    tryAnnounced,
    ...(kit.walletConnect === null ? [] : [tryWalletConnect]),
    ...(kit.hasServices ? [tryCatalogue, tryEmail] : []),
  ]
  for (const scenario of scenarios) {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(PATIENCE.timeout)
    context.on('weberror', (error) => thrown.push(error.error().message))
    const page = await context.newPage()
    await scenario(trial, page).catch((error: unknown) => thrown.push(String(error)))
    await context.close()
  }
  await checks.run(kit.name, 'throws nothing', () => {
    assert.deepEqual(
      thrown.filter((message) => !kit.errors?.test(message)),
      [],
    )
    return Promise.resolve()
  })
  const refused = installation.network.takeRefused()
  const missed = refused.filter((host) => MAKERS.test(host) && !DECORATIVE.has(host))
  await checks.run(kit.name, 'needs no host of its maker', () => {
    assert.deepEqual(missed, [])
    return Promise.resolve(`refused and not missed: ${refused.join(', ') || 'none'}`)
  })
}

/** A wallet of this browser, announced by EIP-6963. */
async function tryAnnounced(trial: Trial, page: Page): Promise<void> {
  const { kit, checks, installation } = trial
  const { nodes } = installation
  const wallet = await installWallet(page.context(), { name: WALLET, nodes, known: [CHAIN_ID] })
  const connected = await checks.run(kit.name, 'lists an announced wallet, connects', async () => {
    await page.goto(APP)
    await kit.open(page)
    await kit.wallet(page, WALLET).click()
    await expectConnected(page, wallet.address)
  })
  if (connected === null) return
  await checks.run(kit.name, 'signs with it', () => sign(page, wallet.address))
  await checks.run(kit.name, 'is connected after a reload', async () => {
    await page.reload()
    await expectConnected(page, wallet.address)
  })
}

/** A wallet on another device. */
async function tryWalletConnect(trial: Trial, page: Page): Promise<void> {
  const { kit, checks } = trial
  const { walletConnect } = kit
  if (walletConnect === null) return
  await using wallet = await startSigningWallet(`wallet of ${kit.name}`)
  const shown = await checks.run(kit.name, 'shows the code of WalletConnect', async () => {
    await page.goto(APP)
    await kit.open(page)
    const option = walletConnect.option(page)
    await expect(option).toBeVisible(PATIENCE)
    const start = performance.now()
    await option.click()
    await expect(walletConnect.code(page)).toBeVisible(PATIENCE)
    return { ms: Math.round(performance.now() - start) }
  })
  if (shown === null) return
  await checks.run(kit.name, `shows it within ${CODE_LIMIT_MS / 1_000} s of the click`, () => {
    assert.ok(shown.ms <= CODE_LIMIT_MS, `it took ${shown.ms} ms`)
    return Promise.resolve(`${shown.ms} ms`)
  })
  const paired = await checks.run(kit.name, 'connects a wallet by the relay', async () => {
    const uri = await walletConnect.read(page)
    await wallet.pair(uri)
    await expectConnected(page, wallet.address)
  })
  if (paired === null) return
  await checks.run(kit.name, 'signs by the relay', () => sign(page, wallet.address))
  await checks.run(kit.name, 'is connected by the relay after a reload', async () => {
    await page.reload()
    await expectConnected(page, wallet.address)
  })
  await checks.run(kit.name, 'notices that the wallet ends the session', async () => {
    await wallet.disconnect()
    await expect(page.locator(STATUS)).toHaveText(/^disconnected/, PATIENCE)
  })
}

/** The product's wallet list and pictures. */
async function tryCatalogue({ kit, checks }: Trial, page: Page): Promise<void> {
  await checks.run(kit.name, 'lists the wallets of the wallet service with pictures', async () => {
    await page.goto(APP)
    await kit.open(page)
    await page.getByTestId('all-wallets').click()
    const pictures = page.locator('w3m-all-wallets-list-item img')
    const loaded = () =>
      pictures.evaluateAll(
        (all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length,
      )
    await expect.poll(loaded, PATIENCE).toBeGreaterThan(7)
    return `${await loaded()} at once`
  })
}

/** The product's embedded wallet. */
async function tryEmail(trial: Trial, page: Page): Promise<void> {
  const { kit, checks, installation } = trial
  const email = `${randomUUID()}@example.com`
  const account = await checks.run(kit.name, 'logs in by email with the mailed code', async () => {
    await page.goto(APP)
    await kit.open(page)
    await page.locator('wui-email-input input').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.locator('wui-otp input').first()).toBeVisible(PATIENCE)
    await page.locator('wui-otp input').first().click()
    await page.keyboard.type(await codeOf(installation.mailsUrl, email))
    const status = page.locator(STATUS)
    await expect(status).toHaveText(/^connected 0x/, PATIENCE)
    return { address: (await status.innerText()).replace('connected ', '') as Address }
  })
  if (account === null) return
  await checks.run(kit.name, 'signs with the embedded wallet', async () => {
    await page.keyboard.press('Escape')
    await pressSign(page)
    await approveInWindow(page, page.frameLocator('#w3m-iframe'))
    await expectSignature(page, account.address)
  })
}

async function codeOf(mailsUrl: string, email: string): Promise<string> {
  let code: string | undefined
  const search = async () => {
    const response = await fetch(`${mailsUrl}?to=${email}`)
    const { mails } = (await response.json()) as { mails: readonly { code: string | null }[] }
    code = mails.find((mail) => mail.code !== null)?.code ?? undefined
    return code
  }
  await expect.poll(search, PATIENCE).toBeDefined()
  return code ?? ''
}

async function expectConnected(page: Page, address: Address): Promise<void> {
  await expect(page.locator(STATUS)).toHaveText(new RegExp(`^connected ${address}`, 'i'), PATIENCE)
}

async function sign(page: Page, address: Address): Promise<void> {
  await pressSign(page)
  await expectSignature(page, address)
}

async function pressSign(page: Page): Promise<void> {
  await page.locator('#root').getByRole('button', { name: 'Sign', exact: true }).click()
}

async function expectSignature(page: Page, address: Address): Promise<void> {
  const output = page.locator('#root output')
  await expect(output).toHaveText(/^0x[0-9a-f]{130,}$/, PATIENCE)
  const signature = (await output.innerText()) as Hex
  assert.ok(await verifyMessage({ address, message: MESSAGE, signature }))
}
