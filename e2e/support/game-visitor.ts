import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { type ChainDriver, setBalance } from './chain-driver.ts'
import { installKitWallet, type KitWallet } from './kit-wallet.ts'

/** A chain that wallets know and the game does not play on. */
export const OTHER_CHAIN = 1

export const GAME_CHAIN = 31_337

/** A person before the game with a wallet that knows several networks and signs messages. */
export type GameVisitor = { page: Page; wallet: KitWallet; dialog: Locator }

/** Settings as `GAME_SIGN_IN` and `GAME_RELAY_URL` would make them. */
type Settings = { signIn?: 'optional' | 'required'; relayUrl?: string }

type Visit = {
  /** What the service tells this visitor's pages instead of its own settings. */
  settings?: Settings
  /** Networks of the wallet, the one it is on first. */
  known?: readonly [number, ...number[]]
  /** False: the wallet will not learn of networks. */
  canAdd?: boolean
  /** What the wallet calls itself. */
  identity?: { name: string; rdns?: string }
}

/** Opens the browser of a visitor with a funded wallet, before their first page. */
export async function openVisitor(
  browser: Browser,
  chain: ChainDriver,
  { settings, known = [GAME_CHAIN], canAdd = true, identity = { name: 'Fox' } }: Visit = {},
): Promise<GameVisitor> {
  const context = await browser.newContext()
  const nodes = { [GAME_CHAIN]: chain.rpcUrl, [OTHER_CHAIN]: chain.rpcUrl }
  const wallet = await installKitWallet(context, { ...identity, nodes, known, canAdd })
  await setBalance(chain.rpcUrl, wallet.address, parseEther('10'))
  const page = await context.newPage()
  if (settings !== undefined) await tellSettings(page, settings)
  return { page, wallet, dialog: page.getByRole('dialog') }
}

/** Starts the page as a service with these settings would. */
export async function tellSettings(page: Page, settings: Settings): Promise<void> {
  await page.route('/config.json', async (route) => {
    const response = await route.fetch()
    const config: object = await response.json()
    await route.fulfill({ response, json: { ...config, ...settings } })
  })
}

/** The wallet service's next answer at `path`. */
export async function answerOf(
  page: Page,
  path: string,
): Promise<{ status: number; json: () => Promise<unknown> }> {
  const answer = await page.waitForResponse(
    (response) => new URL(response.url()).pathname === `/wallet${path}`,
  )
  return { status: answer.status(), json: () => answer.json() }
}

/** Connects the wallet through the modal of either page; what follows is the caller's to wait for. */
export async function chooseWallet({ page, wallet, dialog }: GameVisitor): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:Connect Wallet|连接钱包)$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: wallet.name }).click()
}

/** The top bar shows who is connected. */
export function expectConnected({ page, wallet }: GameVisitor): Promise<void> {
  const [first, last] = [wallet.address.slice(0, 6), wallet.address.slice(-4)]
  const address = page.getByRole('button', { name: new RegExp(`${first}.{1,3}${last}`) })
  return expect(address).toBeVisible()
}
