import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** A page or frame that shows a request of the wallet. */
type View = Pick<Page, 'getByRole' | 'locator'>

/** Returns the button that approves a request. */
export const approveIn = (view: View): Locator =>
  view.getByRole('button', { name: /^(?:Sign|Approve)$/ })

/** Returns the same button while it may be pressed. */
export const armedIn = (view: View): Locator =>
  approveIn(view).and(view.locator(':not([aria-disabled=true])'))

/** Presses the button of the frame that opens the wallet's window. Returns the window. */
export async function openWindow(page: Page, frame: FrameLocator): Promise<Page> {
  const button = frame.getByRole('button', { name: 'Open window' })
  await expect(button).toBeVisible()
  const opened = page.waitForEvent('popup')
  await button.click()
  return await opened
}

/** Scrolls through a request as its reader does, until it can be approved. */
export async function readRequest(view: View): Promise<void> {
  const read = async () => {
    const isReady = (await armedIn(view).count()) > 0
    if (!isReady) await view.getByRole('main').press('End')
    return isReady
  }
  await expect.poll(read).toBe(true)
}

/** Approves the request that the frame shows, in the wallet's window. Returns the text of the window. */
export async function approveInWindow(
  page: Page,
  frame: FrameLocator,
  look?: (opened: Page) => Promise<void>,
): Promise<string> {
  const opened = await openWindow(page, frame)
  await readRequest(opened)
  const text = await opened.locator('body').innerText()
  await look?.(opened)
  const closed = opened.waitForEvent('close')
  await approveIn(opened).click()
  await closed
  return text
}
