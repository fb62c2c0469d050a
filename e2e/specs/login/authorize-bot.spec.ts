import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, type Page } from '@playwright/test'
import { getAddress, type Hex, parseEther } from 'viem'
import { setBalance } from '../../support/chain/chain-driver.ts'
import { expectAccessible } from '../../support/page/accessibility.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'
import { approveInWindow } from '../../support/wallet/wallet-window.ts'

const BOT = join(repositoryRoot, 'game/bot/src/bin/bot.ts')
const EMAIL = 'bot-owner@example.com'
const STRATEGY = "export const strategy = () => ({ position: 'bull' })\n"

let stack: EmbeddedWalletStack
let folder = ''
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
  folder = await mkdtemp(join(tmpdir(), 'bullring-bot-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the bot's program in its folder. */
function startBot(...args: readonly string[]): { child: Child; lines: readonly string[] } {
  const lines: string[] = []
  const child = startChild({
    name: 'bot',
    command: process.execPath,
    args: [BOT, ...args],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    onLine: (line) => lines.push(line),
  })
  return { child, lines }
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await page.keyboard.type(await stack.codeFor(EMAIL))
}

async function stakeOf(account: Hex, epoch: number): Promise<bigint> {
  const { client, market } = stack.chain
  const [, amount] = await client.readContract({
    address: market.prediction,
    abi: predictionAbi,
    functionName: 'ledger',
    args: [BigInt(epoch), account],
  })
  return amount
}

test('a player opens the link of a bot, approves its limits, and the bot bets', async ({
  browser,
}, info) => {
  test.slow()
  const { chain } = stack
  const init = startBot('init', '--origin', stack.url, '--stake', '0.02', '--bets', '3')
  await init.child.exited
  const link = init.lines.find((line) => line.startsWith('http')) ?? ''
  const storageState = returningVisitor(stack.url)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, storageState })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Let a bot bet for you' })).toBeVisible()
  await logIn(page)
  const button = page.getByRole('button', { name: 'Continue in your wallet' })
  await expect(page.getByText('At most 0.02 BNB a bet and 0.06 BNB in all')).toBeVisible()
  const end = new URL(link).searchParams.get('key')?.slice(-6)
  await expect(page.getByText(`whose key ends in ${end}`)).toBeVisible()
  expect(init.lines.join('\n')).toContain(`the key ends in ${end}`)
  await takePicture(page, info, '1-limits')
  await expectAccessible(page, 'the limits of a bot')
  await button.click()
  const shown = await approveInWindow(page, page.frameLocator('#w3m-iframe'))
  expect(shown).toContain('may bet at most 0.02 BNB a round, 0.06 BNB in all')
  const command = page.getByText('npx @bullring/bot run --account')
  await expect(command).toBeVisible()
  await takePicture(page, info, '2-granted')
  const account = getAddress(/0x[0-9a-fA-F]{40}/.exec(await command.innerText())?.[0] ?? '')
  await setBalance(chain.rpcUrl, account, parseEther('0.02'))

  await writeFile(join(folder, 'up.mjs'), STRATEGY)
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const run = startBot(
    // The permission on the chain names the account.
    ...['run', '--strategy', 'up.mjs', '--decide-seconds', '86400'],
  )
  await expect.poll(() => stakeOf(account, epoch)).toBe(parseEther('0.02'))
  await expect.poll(() => run.lines.join('\n')).toMatch(/UP 0.02 BNB, made/)
  run.child.process.kill('SIGINT')
  await run.child.exited
  expect(run.lines.at(-1)).toMatch(/Stopped\.$/)
})

test('a link that is not whole says so', async ({ page }) => {
  await page.goto(`${stack.url}/authorize-bot?key=0x12`)
  await expect(page.getByText('This link is not whole. Copy it again from the bot.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0)
})
