import { expect, type FrameLocator } from '@playwright/test'

/** Scrolls through a request of the wallet as its reader does, until it can be approved. */
export async function readRequest(frame: FrameLocator): Promise<void> {
  const read = async () => {
    const isReady = await isArmed(frame)
    if (!isReady) await frame.getByRole('main').press('End')
    return isReady
  }
  await expect.poll(read).toBe(true)
}

/** Returns whether the button may be pressed. */
export async function isArmed(frame: FrameLocator): Promise<boolean> {
  const button = frame.getByRole('button', { name: /^(?:Sign|Approve)$/ })
  return (await button.and(frame.locator(':not([aria-disabled=true])')).count()) > 0
}
