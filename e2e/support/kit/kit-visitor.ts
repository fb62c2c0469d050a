import { callRpc } from '@bullring/stack/chain/anvil'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { numberToHex, parseEther } from 'viem'
import { expectAccessible as expectPageAccessible } from '../page/accessibility.ts'
import { installWallet, type TestWallet, type TestWalletOptions } from '../wallet/test-wallet.ts'
import type { KitOnLocalChains } from './kit-on-local-chains.ts'

/** A visitor of the wallet kit's example page with a funded wallet. */
export type KitVisitor = { page: Page; wallet: TestWallet; dialog: Locator }

type VisitOptions = {
  /** The kit's options. */
  options?: object
  /** Balance in BNB. */
  coins?: string
} & Partial<Pick<TestWalletOptions, 'known' | 'unknownCode' | 'canAdd' | 'contractOf'>>

/** Opens the page in a new browser context with a funded wallet that is not connected. */
export async function visitKit(
  browser: Browser,
  kit: Pick<KitOnLocalChains, 'url' | 'nodes' | 'known'>,
  { options, coins = '10', known = kit.known, ...walletOptions }: VisitOptions = {},
): Promise<KitVisitor> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const wallet = await installWallet(context, {
    ...walletOptions,
    name: 'Fox',
    nodes: kit.nodes,
    known,
  })
  const funds = [wallet.address, numberToHex(parseEther(coins))]
  const nodes = Object.values(kit.nodes)
  await Promise.all(nodes.map((rpcUrl) => callRpc(rpcUrl, 'anvil_setBalance', funds)))
  const page = await context.newPage()
  await page.goto(kit.url(options))
  return { page, wallet, dialog: page.getByRole('dialog') }
}

/** Connects the wallet through the modal. */
export async function connectKit({ page, wallet, dialog }: KitVisitor): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await dialog.getByRole('button', { name: wallet.name }).click()
  await expect(page.getByText(`connected ${wallet.address}`)).toBeVisible()
}

/** Opens the account. The page's button shows the address. */
export async function openAccount({ page, wallet, dialog }: KitVisitor): Promise<void> {
  await page.getByRole('button', { name: wallet.address.slice(0, 4) }).click()
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** Checks that axe finds nothing on screen. */
export function expectAccessible(page: Page): Promise<void> {
  return expectPageAccessible(page, 'the wallet kit')
}
