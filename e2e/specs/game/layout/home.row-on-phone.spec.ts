import { expect, type Locator, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'

test('a phone shows the right end of the row, a desktop all of it', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const open = async (width: number, height: number) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
    await expect(page.getByRole('region', { name: `Expired #${epoch - 2}` })).toBeVisible()
    return page
  }
  const phone = await open(390, 844)
  await expect.poll(() => cardsInView(phone)).toEqual(['next'])
  const desktop = await open(1440, 900)
  await expect.poll(() => cardsInView(desktop)).toEqual(['expired', 'live', 'next'])
})

test('a finger selects prices along the chart and scrolls the page across it', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  for (const price of [861, 862, 863, 864]) await chain.pushPrice(BigInt(price) * 10n ** 8n)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/')
  const chart = page.getByRole('slider', { name: 'Oracle price by time' })
  await expect(chart).toHaveAttribute('aria-valuetext', /\$864\.0000/)
  const { x, y, width } = await boxOf(chart)
  const finger = await touchScreen(page)
  /** Drags to this share of the width, back and forth: a resting finger sends no events. */
  const dragTo = async (share: number) => {
    for (const aside of [1, 0]) await finger.move(x + width * share + aside, y + 20)
    return isNewestSelected(chart)
  }

  await finger.down(x + width * 0.9, y + 20)
  await expect.poll(() => dragTo(0.02)).toBe(false)
  await expect.poll(() => dragTo(0.98)).toBe(true)
  await expect.poll(() => dragTo(0.02)).toBe(false)
  await finger.up()
  // The selection remains when the finger is lifted.
  await expect(chart).not.toHaveAttribute('aria-valuetext', /\$864\.0000/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await finger.down(x + width / 2, y + 100)
  await expect
    .poll(async () => {
      await finger.move(x + width / 2, y)
      await finger.move(x + width / 2, y - 60)
      return page.evaluate(() => window.scrollY)
    })
    .toBeGreaterThan(0)
  await finger.up()
})

const isNewestSelected = (slider: Locator) =>
  slider.evaluate(({ ariaValueNow, ariaValueMax }) => ariaValueNow === ariaValueMax)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not on screen')
  return box
}

/** A finger on the page's screen: Playwright only taps. */
async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  }
}

/** Returns the cards that are wholly visible without scrolling sideways. */
function cardsInView(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-card]')]
      .filter((card) => {
        const { left, right } = card.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      })
      .map((card) => card.dataset['card']),
  )
}
