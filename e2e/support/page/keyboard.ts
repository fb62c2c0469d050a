import { expect, type Locator, type Page } from '@playwright/test'

const MAX_TABS = 60

/** Moves the focus to a control with Tab. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MAX_TABS} Tabs do not lead to ${control}`)
}

/** Moves the focus to a control with Tab and presses Enter. */
export async function pressByKey(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Whether a control of the page or of a frame in it has the focus. */
async function hasFocus(control: Locator): Promise<boolean> {
  return await control.evaluate(
    (element) =>
      element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
  )
}
