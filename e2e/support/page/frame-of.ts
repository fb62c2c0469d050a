import type { Frame, Page } from '@playwright/test'

/** Waits for the frame that shows the game in another page. */
export async function frameOf(page: Page, gameUrl: string): Promise<Frame> {
  const { origin } = new URL(gameUrl)
  const find = () => page.frames().find((frame) => frame.url().startsWith(origin))
  for (let frame = find(); ; frame = find()) {
    if (frame !== undefined) return frame
    await page.waitForEvent('framenavigated')
  }
}
