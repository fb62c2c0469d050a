import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import { parseEther } from 'viem'
import { type ChainDriver, setBalance } from './chain-driver.ts'
import { type InjectedWallet, installWallet } from './injected-wallet.ts'

/** A person with a browser and a wallet. */
export type Player = { page: Page; wallet: InjectedWallet }

/** Opens the game in a browser of its own, with a funded wallet that is not connected yet. */
export async function openPlayer(
  browser: Browser,
  chain: ChainDriver,
  name: string,
  coins = '10',
): Promise<Player> {
  const context = await browser.newContext()
  const wallet = await installWallet(context, chain.rpcUrl, name)
  await setBalance(chain.rpcUrl, wallet.account.address, parseEther(coins))
  const page = await context.newPage()
  await page.goto('/')
  return { page, wallet }
}

/** Connects the player's wallet through the connect dialog. */
export async function connect({ page, wallet }: Player): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  await expect(page.getByRole('button', { name: shortened(wallet.account.address) })).toBeVisible()
}

/** An address as the top bar shows it: first 6 and last 4 characters. */
function shortened(address: string): RegExp {
  return new RegExp(`${address.slice(0, 6)}.{1,3}${address.slice(-4)}`)
}

/** Fills in the bet dialog of the Next card and confirms. */
export async function bet(page: Page, side: 'UP' | 'DOWN', amount: string): Promise<void> {
  await page.getByRole('button', { name: `Enter ${side}` }).click()
  const dialog = page.getByRole('dialog', { name: `Predict ${side}` })
  await dialog.getByRole('textbox').or(dialog.getByRole('spinbutton')).first().fill(amount)
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
}

/** Lets the page notice that time has passed, as it does when a visitor comes back to its tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}

/** Keeps a picture of the screen with the test's results. */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })
}
