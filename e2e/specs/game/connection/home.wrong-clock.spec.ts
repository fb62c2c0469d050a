import { type Browser, expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'

/** Allowance for the time between two readings. */
const SECONDS_APART = 5

test('a clock that is three hours off does not affect the countdown', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const right = await openAt(browser, 0)
  for (const hours of [-3, 3]) {
    const wrong = await openAt(browser, hours)
    const secondsApart = async () => {
      const [shown, expected] = await Promise.all([secondsLeft(wrong), secondsLeft(right)])
      return Math.abs(shown - expected)
    }
    await expect.poll(secondsApart).toBeLessThanOrEqual(SECONDS_APART)
    await expect(wrong.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
    await expect(wrong.getByText('No connection to the game.')).toBeHidden()
  }
})

/** Opens the game where the computer's clock is `hours` off. */
async function openAt(browser: Browser, hours: number): Promise<Page> {
  const context = await browser.newContext()
  await context.addInitScript(shiftDate, hours * 3_600_000)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/\d\dm \d\ds/)
  return page
}

/** Returns the seconds on the countdown. */
async function secondsLeft(page: Page): Promise<number> {
  const text = await page.getByRole('timer', { name: 'Countdown' }).innerText()
  const [minutes, seconds] = text.match(/\d+/g) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** Runs in the page: shifts its clock. */
function shiftDate(shiftMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + shiftMs
  window.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}
