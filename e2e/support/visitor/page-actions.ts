import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'

/** Bets through the dialog of the Next card. */
export async function bet(page: Page, side: 'UP' | 'DOWN', amount: string): Promise<void> {
  await page.getByRole('button', { name: `Enter ${side}` }).click()
  const dialog = page.getByRole('dialog', { name: `Predict ${side}` })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
}

/** The card of the open round. Its buttons stand beside the clock too. */
export function nextCard(page: Page): Locator {
  return page.getByRole('region', { name: /^Next #/ })
}

/** Makes the page refresh at once, as it does when a visitor returns to its tab. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}

/** Waits until the page receives live events. Its state, not its request: that may be over before anyone waits for it. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText('live')
}

/** Waits until the browser has drawn the latest changes of the page's scripts, and their consequences. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        let frames = 4
        const step = () => {
          frames -= 1
          if (frames === 0) resolve(null)
          else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  )
}

/** Waits until the entries of closed windows have left the session history, before the page is left. */
export async function untilWindowsLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.history.state?.windows ?? 0) === 0)
}

/** E2E_PICTURES=1 saves them, which costs much CPU time: they are to look at, no test compares them. */
const hasPictures = process.env['E2E_PICTURES'] === '1'

/** Saves a screenshot with the test's results, if wanted. */
export async function takePicture(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!hasPictures) return
  const path = info.outputPath(`${name}.png`)
  // Hiding the caret would need an inline style, which the page's policy blocks.
  await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
}
