import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { untilLive } from '../../../support/visitor/page-actions.ts'

test('a drawer that fails to load leaves the page working and opens on retry', async ({ page }) => {
  const history = await failToLoad(page, /history-window-.*\.(css|js)$/)
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'History' })
  await opener.click()
  await expect(page.getByText('This part of the page could not be loaded')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()

  await history.restore()
  await opener.click()
  const drawer = page.getByRole('dialog', { name: 'History' })
  await expect(drawer).toContainText('Please connect wallet to view history')
  await expectStyled(page, 'history-window')
})

test('styles that never arrive stop only the part that needs them', async ({ page }) => {
  await failToLoad(page, /history-window-.*\.css$/)
  await page.goto('/')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('This part of the page could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('a chart that fails to load keeps its place and is drawn on retry', async ({ page }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const chart = await failToLoad(page, /chart-card-.*\.js$/)
  await page.goto('/')
  const place = page.getByRole('region', { name: 'BNB/USD Chart' })
  await expect(place).toContainText('The chart could not be loaded.')
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  await checkPage(page, info, 'no-chart')

  const retry = place.getByRole('button', { name: 'Try again' })
  await retry.focus()
  // The page requests it again by itself, which must not take the button away.
  await page.waitForRequest(/chart-card-.*\.js$/, { timeout: 30_000 })
  await page.waitForEvent('console', (line) => line.text().startsWith('chunk not loaded'))
  await expect(retry).toBeFocused()

  await chart.restore()
  await page.keyboard.press('Enter')
  await expect(place.getByRole('slider')).toBeVisible()
})

test('live events whose code fails to load arrive once it can be loaded', async ({ page }) => {
  const live = await failToLoad(page, /connect-live-.*\.js$/)
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('connect-live'),
  )
  await page.goto('/')
  await failed
  await live.restore()
  await untilLive(page)
})

test('a part that fails to load appears once it can be loaded', async ({ page }) => {
  const strip = await failToLoad(page, /result-strip-.*\.js$/)
  const failed = page.waitForEvent('console', (line) => line.text().startsWith('chunk not loaded'))
  await page.goto('/')
  await failed
  await strip.restore()
  await expect(page.getByRole('region', { name: 'Results of the last rounds' })).toBeVisible()
})

/** Makes requests of these files fail. */
async function failToLoad(page: Page, files: RegExp) {
  await page.route(files, (route) => route.abort())
  return { restore: () => page.unroute(files) }
}

/** Checks that the failed styles were requested again. */
async function expectStyled(page: Page, part: string): Promise<void> {
  const isThere = (name: string) =>
    [...document.styleSheets].some(({ href }) => href?.includes(`/${name}-`))
  expect(await page.evaluate(isThere, part)).toBe(true)
}
