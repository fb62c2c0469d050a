import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { openChainDriver } from './chain-driver.ts'
import { connect, openPlayer, picture } from './player.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

for (const size of SIZES) {
  test(`a visitor finds price, clock and both buttons at ${size.width} px`, async ({
    browser,
  }, info) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const { page, wallet } = await openPlayer(browser, chain, 'Some Wallet')
    await page.setViewportSize(size)
    await page.reload()
    const epoch = await chain.openEpoch()
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeInViewport()
    await expect(page.getByText('$860.0000').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Enter DOWN' })).toBeEnabled()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await picture(page, info, `home-${size.width}`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

    await connect({ page, wallet })
    await page.getByRole('button', { name: 'Enter UP' }).click()
    await expect(page.getByRole('dialog', { name: 'Predict UP' })).toBeVisible()
    await picture(page, info, `bet-${size.width}`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText('No trading history')).toBeVisible()
    await picture(page, info, `history-${size.width}`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
}
