import { callRpc } from '@bullring/stack/chain/anvil'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { numberToHex, parseEther } from 'viem'
import type { KitStage } from './kit-stage.ts'
import { installKitWallet, type KitWallet, type KitWalletOptions } from './kit-wallet.ts'
import { expectAccessible as expectPageAccessible } from './look.ts'

/** A person before the wallet kit's example page. */
export type KitVisitor = { page: Page; wallet: KitWallet; dialog: Locator }

type Visit = {
  /** The kit's options. */
  options?: object
  query?: Readonly<Record<string, string>>
  known?: readonly [number, ...number[]]
  unknownCode?: number
  canAdd?: boolean
  contractOf?: KitWalletOptions['contractOf']
  coins?: string
  viewport?: { width: number; height: number }
}

/** Opens the page in a browser of its own, with a funded wallet that is not connected yet. */
export async function visitKit(
  browser: Browser,
  stage: Pick<KitStage, 'url' | 'nodes' | 'known'>,
  visit: Visit = {},
): Promise<KitVisitor> {
  const { known = stage.known, unknownCode, canAdd, contractOf, coins = '10', viewport } = visit
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(viewport !== undefined && { viewport }),
  })
  const wallet = await installKitWallet(context, {
    name: 'Fox',
    nodes: stage.nodes,
    known,
    ...(unknownCode !== undefined && { unknownCode }),
    ...(canAdd !== undefined && { canAdd }),
    ...(contractOf !== undefined && { contractOf }),
  })
  const funds = [wallet.address, numberToHex(parseEther(coins))]
  const nodes = Object.values(stage.nodes)
  await Promise.all(nodes.map((rpcUrl) => callRpc(rpcUrl, 'anvil_setBalance', funds)))
  const page = await context.newPage()
  await page.goto(stage.url(visit.options, visit.query))
  return { page, wallet, dialog: page.getByRole('dialog') }
}

/** Connects the wallet through the modal. */
export async function connectKit({ page, wallet, dialog }: KitVisitor): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await dialog.getByRole('button', { name: wallet.name }).click()
  await expect(page.getByText(`connected ${wallet.address}`)).toBeVisible()
}

/** Opens the account; the page's button shows the address. */
export async function openAccount(visitor: KitVisitor): Promise<void> {
  const { page, wallet, dialog } = visitor
  await page.getByRole('button', { name: wallet.address.slice(0, 4) }).click()
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** axe finds nothing in what is on screen. */
export function expectAccessible(page: Page): Promise<void> {
  return expectPageAccessible(page, 'the wallet kit')
}
