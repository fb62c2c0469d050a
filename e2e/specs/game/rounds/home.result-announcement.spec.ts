import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { checkWidths } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, returnToTab, takePicture } from '../../../support/visitor/page-actions.ts'

const PHONE = { width: 360, height: 740 }

test('shows how the user’s bet stands, and announces the win once', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Hearing Wallet' })
  const { page } = player
  const announcement = page.getByRole('status').filter({ hasText: `Round #${epoch}:` })
  await connectWallet(player)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  const strip = page.getByRole('region', { name: 'Your bets' })
  await expect(strip).toContainText(
    'You: UP 0.5000 So far no one is against you: your stake comes back locks in',
  )
  await expect(page).toHaveTitle(/^\d+:\d\d = · \$860\.00 · Bullring$/)
  await placeBet(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(860_00000000n)
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toBeVisible()
  await expect(announcement).toHaveCount(0)

  await chain.pushPrice(859_00000000n)
  await expect(strip).toContainText(/Losing −0\.5000 ends in \d+:\d\d/)
  await expect(page).toHaveTitle(/^\d+:\d\d ✗ −0\.5000 · \$859\.00/)
  await chain.pushPrice(861_00000000n)
  await expect(strip).toContainText(/Winning \+0\.4700 ends in \d+:\d\d/)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toContainText(
    'Winning +0.4700',
  )
  await expect(page).toHaveTitle(/^\d+:\d\d ✓ \+0\.4700 · \$861\.00/)
  await test.step('both sides of the pool differ where the system replaces all colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const sides = page.getByRole('region', { name: `Live #${epoch}` }).locator('span[style]')
    const colours = await sides.evaluateAll((bars) =>
      bars
        .filter((bar) => bar instanceof HTMLElement && bar.style.flexGrow !== '')
        .map((bar) => getComputedStyle(bar).backgroundColor),
    )
    expect(new Set(colours).size).toBe(2)
    await page.emulateMedia({ forcedColors: 'none' })
  })
  await test.step('on a phone it stays in view and leads to the card', async () => {
    await page.setViewportSize(PHONE)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(strip).toBeInViewport({ ratio: 1 })
    await strip.getByRole('button').click()
    await expect(page.getByRole('region', { name: `Live #${epoch}` })).toBeInViewport({
      ratio: 0.6,
    })
    await takePicture(page, info, 'winning-360')
    await page.setViewportSize({ width: 1440, height: 900 })
    await takePicture(page, info, 'winning-1440')
  })

  await chain.lockOpenRound(861_00000000n)
  await chain.untilSettled(epoch + 1, 861_00000000n)
  await returnToTab(page)
  await expect(announcement).toHaveText(
    `Round #${epoch}: UP won. You won and can collect 0.9700 BNB.`,
  )
  await expect(page.getByRole('region', { name: `Expired #${epoch}` })).toContainText('UP won')

  const result = page.getByRole('region', { name: 'Your result' })
  await test.step('shows the result once, without taking the focus', async () => {
    await expect(result).toContainText(`You won round #${epoch}+0.4700 BNB`)
    await expect(result.getByRole('button', { name: 'Collect 0.9700' })).toBeVisible()
    await expect(result.getByRole('status')).toHaveCount(0)
    expect(await result.evaluate((card) => card.contains(document.activeElement))).toBe(false)
    // While it is focused it stays.
    await result.getByRole('button', { name: 'Share' }).focus()
    await checkWidths(page, info, 'won')
    for (const width of [320, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width })
      for (const name of ['Share', /^Collect/, 'Close'])
        await expect(result.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      const collect = await result.getByRole('button', { name: /^Collect/ }).boundingBox()
      expect(await textEnd(result.getByText('+0.4700'))).toBeLessThan(collect?.x ?? 0)
    }
    for (const side of ['UP', 'DOWN']) {
      const button = page.getByRole('button', { name: `Enter ${side}` })
      await button.click({ trial: true })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('shares a picture of the win', async () => {
    const saving = page.waitForEvent('download')
    await result.getByRole('button', { name: 'Share' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toBe(`bullring-round-${epoch}.png`)
    const png = await readFile(await download.path())
    // Width and height in the header of a PNG.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1080])
    await expect(page.getByText('Picture saved')).toBeVisible()
  })
  await test.step('says who won where the system replaces all colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const expired = page.getByRole('region', { name: `Expired #${epoch}` })
    const won = expired.getByText('won', { exact: true })
    expect((await won.boundingBox())?.width).toBeGreaterThan(10)
    await takePicture(page, info, 'forced-colours')
    await page.emulateMedia({ forcedColors: 'none' })
  })
  await page.keyboard.press('Escape')
  await expect(result).toBeHidden()

  await page.reload()
  await expect(page.getByRole('button', { name: /^Collect/ })).toBeVisible()
  await expect(announcement).toHaveCount(0)
  await expect(result).toHaveCount(0)
  await expect(strip).toContainText('Your bet appears here.')

  await test.step('a result that came while the user was away', async () => {
    const lost = await chain.openEpoch()
    await bet(page, 'DOWN', '0.3')
    await expect(page.getByText('Bet DOWN Successfully')).toBeVisible()
    await placeBet(chain, 'UP', '0.5')
    await page.goto('about:blank')
    await chain.lockOpenRound(861_00000000n)
    await chain.lockOpenRound(862_00000000n)
    await chain.untilSettled(lost + 1, 862_00000000n)
    await page.goto('/')
    await expect(result.getByRole('status')).toHaveText(/While you were away.*You lost 0\.3000 BNB/)
    await takePicture(page, info, 'away')
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByText('Your bet appears here.')).toBeVisible()
    await expect(other.getByRole('region', { name: 'Your result' })).toHaveCount(0)
  })
})

/** Right end of an element's text, which may reach beyond its box. */
async function textEnd(element: Locator): Promise<number> {
  return await element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect().right
  })
}
