import type { Browser, Frame, Page } from '@playwright/test'
import type { Hash, Hex } from 'viem'
import { frameOf } from '../page/frame-of.ts'
import { overrideConfig } from '../visitor/game-visitor.ts'
import type { AppCall, LocalSafe } from './local-safe.ts'
import { renderSafeWallet, SAFE_WALLET_URL } from './safe-wallet-page.ts'

/** The game within an emulated Safe{Wallet}. */
export type SafeApp = {
  /** The whole screen. */
  page: Page
  game: Frame
  /** Methods that the game has called. */
  calls: readonly string[]
  /** The user confirms the request on the screen. Returns its hash. */
  confirm: () => Promise<Hash>
  /** The user refuses it. */
  refuse: () => Promise<void>
  /** The user closes it while their wallet is signing. Returns its hash. */
  closeWhileSigning: () => Promise<Hash>
  /** Loads the whole page again, with the game at its address or another one. */
  reload: (address?: string) => Promise<SafeApp>
}

/** Opens the game as Safe does. */
export async function openSafeApp(
  browser: Browser,
  gameUrl: string,
  safe: LocalSafe,
  {
    chainId = 31_337,
    width = 1_280,
    signIn,
  }: { chainId?: number; width?: number; signIn?: 'required' } = {},
): Promise<SafeApp> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const calls: string[] = []
  await page.exposeFunction('safeSeen', (method: string) => void calls.push(method))
  await page.exposeFunction('safePropose', (txs: AppCall[]) => safe.propose(txs))
  await page.exposeFunction('safeCall', (method: string, params: { safeTxHash: string } | null) => {
    if (method === 'getTxBySafeTxHash') return safe.details(params?.safeTxHash ?? '')
    if (method !== 'getSafeInfo') throw new Error(`Not emulated: ${method}`)
    const { address: safeAddress, owners, threshold } = safe
    return { safeAddress, chainId, owners, threshold, isReadOnly: false, version: '1.4.1' }
  })
  await page.exposeFunction('safeSign', (message: Hex) => safe.signMessage(message))
  if (signIn !== undefined) await overrideConfig(page, { signIn })
  await page.route(`${SAFE_WALLET_URL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: renderSafeWallet(opened) }),
  )
  let opened = gameUrl
  const show = async (address = gameUrl): Promise<SafeApp> => {
    opened = address
    await page.goto(`${SAFE_WALLET_URL}/apps/open`)
    const game = await frameOf(page, gameUrl)
    return { page, game, calls, confirm, refuse, closeWhileSigning, reload: show }
  }
  const propose = async (button: string) => {
    const before = safe.ids().length
    await page.getByRole('button', { name: button }).click()
    for (;;) {
      const id = safe.ids()[before]
      if (id !== undefined) return id
      await page.waitForTimeout(50)
    }
  }
  const confirm = () => propose('Confirm request')
  const closeWhileSigning = () => propose('Close while signing')
  const refuse = () => page.getByRole('button', { name: 'Reject request' }).click()
  return await show()
}
