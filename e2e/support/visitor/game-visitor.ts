import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type Hex, parseEther } from 'viem'
import { type ChainDriver, setBalance } from '../chain/chain-driver.ts'
import { installWallet, type TestWallet, type WalletChains } from '../wallet/test-wallet.ts'

/** The chain that the game is on. */
export const GAME_CHAIN = 31_337

/** A chain that wallets know and the game is not on. */
export const OTHER_CHAIN = 1

/** A visitor of the game with a funded wallet. */
export type GameVisitor = { page: Page; wallet: TestWallet; dialog: Locator }

/** Parts of the page's configuration, as `GAME_SIGN_IN`, `GAME_RELAY_URL` and so on set them. */
type PageConfig = {
  signIn?: 'optional' | 'required'
  relayUrl?: string
  languages?: readonly string[]
  pushKey?: string
}

type VisitorOptions = {
  /** Name of the wallet. */
  name?: string
  /** Reverse domain name that the wallet announces. */
  rdns?: string
  /** Key of its account, a new one by default. */
  key?: Hex
  /** Balance in BNB. */
  coins?: string
  /** Overrides the page's configuration. */
  config?: PageConfig
  /** Networks of the wallet, the current one first. */
  known?: WalletChains['known']
  /** A phone: no mouse, and an on-screen keyboard. */
  isTouch?: boolean
  /** False: the wallet rejects new networks. */
  canAdd?: boolean
}

/** Opens a browser context with a funded wallet that is not connected, and an empty page. */
export async function openVisitor(
  browser: Browser,
  chain: ChainDriver,
  {
    name = 'Fox',
    coins = '10',
    known = [GAME_CHAIN],
    config,
    isTouch = false,
    ...wallet
  }: VisitorOptions = {},
): Promise<GameVisitor> {
  const context = await browser.newContext({ hasTouch: isTouch, isMobile: isTouch })
  const nodes = { [GAME_CHAIN]: chain.rpcUrl, [OTHER_CHAIN]: chain.rpcUrl }
  const installed = await installWallet(context, { ...wallet, name, nodes, known })
  await setBalance(chain.rpcUrl, installed.address, parseEther(coins))
  const page = await context.newPage()
  if (config !== undefined) await overrideConfig(page, config)
  return { page, wallet: installed, dialog: page.getByRole('dialog') }
}

/** Like `openVisitor`, with the game on screen. */
export async function visitGame(
  browser: Browser,
  chain: ChainDriver,
  options: VisitorOptions = {},
): Promise<GameVisitor> {
  const visitor = await openVisitor(browser, chain, options)
  await visitor.page.goto('/')
  return visitor
}

/** Overrides the configuration that the service sends to the page. */
export async function overrideConfig(page: Page, config: PageConfig): Promise<void> {
  await page.route('/config.json', async (route) => {
    const response = await route.fetch()
    const served: object = await response.json()
    await route.fulfill({ response, json: { ...served, ...config } })
  })
}

/** Waits for the wallet service's next response at `path`. */
export async function walletResponse(
  page: Page,
  path: string,
): Promise<{ status: number; json: () => Promise<unknown> }> {
  const response = await page.waitForResponse(
    (candidate) => new URL(candidate.url()).pathname === `/wallet${path}`,
  )
  return { status: response.status(), json: () => response.json() }
}

/** Chooses the wallet in the modal, on either page, without waiting for the connection. */
export async function chooseWallet({ page, wallet, dialog }: GameVisitor): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:Connect Wallet|连接钱包)$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: wallet.name }).click()
}

/** Waits until the top bar shows the connected address. */
export function expectConnected({ page, wallet }: GameVisitor): Promise<void> {
  const [first, last] = [wallet.address.slice(0, 6), wallet.address.slice(-4)]
  const address = page.getByRole('button', { name: new RegExp(`${first}.{1,3}${last}`) })
  return expect(address).toBeVisible()
}

/** Connects the wallet and waits until the top bar shows it. */
export async function connectWallet(visitor: GameVisitor): Promise<void> {
  await chooseWallet(visitor)
  await expectConnected(visitor)
}
