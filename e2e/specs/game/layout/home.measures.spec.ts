import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'

const sizeOf = async (window: Locator) => {
  await expect(window).toBeVisible()
  return window.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [
    offsetWidth,
    offsetHeight,
  ])
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('windows have the specified sizes and transitions', async ({ browser }) => {
  const { page, dialog } = await visitGame(browser, await openChainDriver())
  await page.getByRole('button', { name: 'History' }).click()
  expect((await sizeOf(dialog))[0]).toBe(360)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stats' }).click()
  expect((await sizeOf(dialog))[1]).toBe(320)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  expect((await sizeOf(dialog.locator('> div')))[0]).toBe(360)
  const durations = await dialog.evaluate((window) =>
    ['--quick', '--move', '--shake'].map((name) =>
      getComputedStyle(window).getPropertyValue(name).trim(),
    ),
  )
  expect(durations).toEqual(['.12s', '.15s', '.5s'])
})
