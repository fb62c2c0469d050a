import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { expectAccessible } from '../../../support/page/accessibility.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'
import { returnToTab, untilDrawn } from '../../../support/visitor/page-actions.ts'

test('the strip, the row and links lead to past rounds', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  await chain.lockOpenRound(861_00000000n)
  const open = await chain.openEpoch()
  const { page } = await visitGame(browser, chain, { name: 'Curious Wallet' })

  const strip = page.getByRole('region', { name: 'Results of the last rounds' })
  const newest = strip.getByRole('link').last()
  await expect(newest).toHaveAccessibleName(new RegExp(`^Round ${open - 2}: `))
  await newest.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(strip.getByRole('link', { name: new RegExp(`^Round ${open - 3}\\b`) })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Round #${open - 3}` })
  await expect(dialog).toContainText('Verified by your browser')
  await expect(page).toHaveURL(new RegExp(`[?]round=${open - 3}$`))
  await checkPage(page, info, 'round')
  await dialog.getByRole('button', { name: 'Next round' }).click()
  await expect(page.getByRole('dialog', { name: `Round #${open - 2}` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`[?]round=${open - 2}$`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/$/)

  const row = page.getByRole('region', { name: 'Rounds', exact: true })
  await row.focus()
  await page.keyboard.press('Home')
  await expect(row.getByText('This is where it began.')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Expired #1', exact: true })).toBeVisible()
  await chain.lockOpenRound(862_00000000n)
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Next #${open + 1}` })).toBeAttached()
  await expect(row.getByText('This is where it began.')).toBeInViewport()
  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(page.getByRole('region', { name: `Next #${open + 1}` })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Back to live' })).toBeHidden()

  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(page.getByRole('region', { name: 'Live bets' })).toContainText('0x')
  await expectAccessible(page, 'rail')

  await page.goto('/?round=1')
  await expect(page.getByRole('dialog', { name: 'Round #1' })).toContainText('Expired #1')
  await page.goto('/?round=999999')
  await expect(page.getByRole('dialog')).toContainText('Round #999999 has not started yet.')
  await page.goto('/?round=%22%3E%3Cb%3Ex')
  await expect(page.getByRole('dialog')).toContainText('is not the number of a round')
  await page.getByRole('button', { name: `Show round #${open + 1}` }).click()
  await expect(page.getByRole('dialog')).toContainText(`Next #${open + 1}`)
})

test('however many rounds have passed, the row renders those in view', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.skipRounds(400)
  const open = await chain.openEpoch()
  await page.goto('/')
  await expect(page.getByRole('region', { name: `Next #${open}` })).toBeVisible()
  const row = page.getByRole('region', { name: 'Rounds', exact: true })
  // Places of older rounds come after the cards: Home would lead to the last card without them.
  await expect
    .poll(() => row.evaluate((element) => element.scrollWidth))
    .toBeGreaterThan(open * 100)
  await row.focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('region', { name: 'Expired #1', exact: true })).toBeVisible()
  const elements = () => row.locator('*').count()
  const atEnd = await elements()

  await row.evaluate((element) => element.scrollTo({ left: element.scrollLeft / 2 }))
  const middle = row.getByRole('region', {
    name: new RegExp(`^Expired #${Math.floor(open / 200)}`),
  })
  await expect(middle.first()).toBeVisible()
  const cards = row.locator('[data-card]')
  await expect.poll(() => cards.count()).toBeLessThan(15)
  expect(await elements()).toBeLessThan(atEnd * 2)
})

test('a link to a round has a preview of that round', async ({ request }) => {
  const html = await (await request.get('/?round=1')).text()
  expect(html).toMatch(/<title>Round 1: .* - Bullring<\/title>/)
  const picture = await request.get('/share/round/1.png')
  expect(picture.headers()['content-type']).toBe('image/png')
})

test('the row starts at the Next card, however late the older rounds load', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const open = await chain.openEpoch()
  const row = page.getByRole('region', { name: 'Rounds', exact: true })
  let load = Promise.withResolvers<void>()
  await page.route('**/older-rounds-*.js', async (route) => {
    await load.promise
    await route.continue()
  })
  for (const viewport of [1440, 768, 360]) {
    await page.setViewportSize({ width: viewport, height: 900 })
    load = Promise.withResolvers()
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('region', { name: `Next #${open}` })).toBeVisible()
    load.resolve()
    await expect(page.getByRole('button', { name: 'Older rounds' })).toBeAttached()
    await untilDrawn(page)
    await expect(page.getByRole('button', { name: 'Back to live' })).toHaveCount(0)
    // Cards have fractions of a pixel, and snapping rounds.
    expect(await row.evaluate(({ scrollLeft }) => Math.abs(scrollLeft))).toBeLessThanOrEqual(1)
  }
})
