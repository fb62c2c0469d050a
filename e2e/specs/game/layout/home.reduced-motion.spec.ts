import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { returnToTab } from '../../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n

test('nothing moves with reduced motion', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript(recordMotion)
  await page.goto('/')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await chain.lockOpenRound(PRICE + 1_00000000n)
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Next #${epoch + 1}` })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'motion'))).toEqual([])
})

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an open page comes to rest', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await page.goto('/')
  const live = page.getByRole('region', { name: `Live #${epoch - 1}` })
  await expect(live).toBeVisible()
  expect(await page.evaluate(endlessAnimations)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
})

/** Runs in the page. */
function endlessAnimations(): number {
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations === Infinity).length
}

/** Runs in the page: records every animation and transition that takes time. */
function recordMotion(): void {
  const motion = new Set<string>()
  const note = () => {
    for (const animation of document.getAnimations()) {
      const duration = animation.effect?.getComputedTiming().duration
      if (typeof duration === 'number' && duration > 1) motion.add(`${duration} ms`)
    }
    Reflect.set(window, 'motion', [...motion])
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
