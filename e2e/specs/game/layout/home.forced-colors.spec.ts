import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, openVisitor } from '../../../support/visitor/game-visitor.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

test('forced colors draw the price line and surround the wallet modal', async ({
  browser,
}, info) => {
  const { page, dialog } = await openVisitor(browser, await openChainDriver())
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto('/')
  const text = await page.evaluate(() => getComputedStyle(document.body).color)
  const shapes = page.getByRole('region', { name: 'BNB/USD Chart' }).locator('svg path')
  const strokes = () => shapes.evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke))
  await expect.poll(strokes).toContain(text)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const heading = dialog.getByRole('heading', { name: 'Connect Wallet' })
  await expect(heading).toBeVisible()
  await takePicture(page, info, 'forced-colors')
  await expect(page.locator('dialog[open] > div').first()).toHaveCSS('outline-style', 'solid')
})

test('forced colors fill the selection, and surround the focus', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await openVisitor(browser, chain)
  const { page, dialog } = visitor
  const open = async (name: string) => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name }).press('Enter')
    await expect(dialog).toBeVisible()
  }
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto('/')
  await connectWallet(visitor)
  await expectOneFilled(page.getByRole('group', { name: 'Time shown' }).locator('label'))

  await open('Stats')
  await page.getByRole('tab', { name: 'Leaderboard' }).click()
  await expect(dialog.getByRole('table')).toBeVisible()
  await expectOneFilled(dialog.getByRole('tab'))
  await expectOneFilled(dialog.getByRole('group', { name: 'Ranked by' }).locator('label'))
  await takePicture(page, info, 'leaderboard')

  await open('History')
  await expectOneFilled(dialog.getByRole('group').locator('label'))

  await open('Settings')
  await expectOneFilled(dialog.getByRole('group').first().locator('label > span'))

  await open('Enter UP')
  await expectOneFilled(dialog.getByRole('group').first().locator('label'))
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await expect(amount.locator('..')).toHaveCSS('outline-style', 'solid')
  await takePicture(page, info, 'bet')
})

/** Expects that one of the choices has the system's colour of a selection. */
async function expectOneFilled(choices: Locator): Promise<void> {
  await expect(choices.first()).toBeVisible()
  const filled = await choices.evaluateAll((all) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'Highlight'
    const highlight = getComputedStyle(probe).backgroundColor
    probe.remove()
    return all.filter((each) => getComputedStyle(each).backgroundColor === highlight).length
  })
  expect(filled).toBe(1)
}
