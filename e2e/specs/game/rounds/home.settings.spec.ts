import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { expectAccessible } from '../../../support/page/accessibility.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import {
  addPushService,
  openPushSource,
  recordSignals,
  setHidden,
} from '../../../support/page/record-signals.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, openVisitor, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

/** The test stack has no key for messages, so that its server refuses every subscription. */
const PUSH_CONFIG = { pushKey: 'BGtkbcjrO12YMoDuq2sCQeHlu47uPx3SHTgFKZFYiBW8' }

const NEW_VISITOR = { cookies: [], origins: [] }

test('the guide opens once, on the first visit, and from the bar', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const context = await browser.newContext({ storageState: NEW_VISITOR })
  const page = await context.newPage()
  const guide = page.getByRole('dialog', { name: 'How to play' })
  await page.goto('/')
  await expect(guide).toBeVisible()
  await expect(guide).toContainText('You bet 0.1000 BNB on UP')
  await expect(guide).toContainText('You get 0.2425 BNB')
  await checkPage(page, info, 'guide')
  await page.goBack()
  await expect(guide).toBeHidden()

  await page.reload()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  await page.waitForTimeout(4_000)
  await expect(guide).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('banner').getByRole('button', { name: 'How to play' }).click()
  await expect(guide).toBeVisible()
  await guide.getByRole('button', { name: 'Got it' }).click()
  await expect(guide).toBeHidden()
})

test('the dark theme is remembered, paints first and has enough contrast', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Night Wallet' })
  const { page } = player
  const theme = () => page.locator('html').getAttribute('data-theme')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await openSettings(page)
  await settings.getByRole('radio', { name: 'Dark' }).check()
  expect(await theme()).toBe('dark')
  await expectAccessible(page, 'settings in the dark theme')
  await page.keyboard.press('Escape')

  // The script in index.html has run before any other file.
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await theme()).toBe('dark')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#14110d')
  await page.unroute(/\/assets\/.*\.js/)
  await page.reload()

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Night Wallet' })).toBeVisible()
  await expectAccessible(page, 'wallet modal in the dark theme')
  await page.keyboard.press('Escape')
  await connectWallet(player)
  await checkPage(page, info, 'dark')

  await page.emulateMedia({ colorScheme: 'light' })
  await openSettings(page)
  await settings.getByRole('radio', { name: 'System' }).check()
  expect(await theme()).toBeNull()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
})

test('the player limits what can be bet per day, and takes a break', async ({ page }) => {
  await page.goto('/')
  await openSettings(page)
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const amount = settings.getByRole('textbox', { name: 'Daily limit' })
  await amount.fill('1,5,5')
  await settings.getByRole('button', { name: 'Set' }).click()
  await expect(settings).toContainText('Enter one plain number')
  await amount.fill('0.5')
  await settings.getByRole('button', { name: 'Set' }).click()
  await expect(settings).toContainText('Today: 0.5000 BNB')
  await settings.getByRole('button', { name: 'Remove' }).click()
  await expect(settings).toContainText('Today: 0.5000 BNB · From tomorrow: no limit')
  await settings.getByRole('button', { name: '1 hour' }).click()
  await settings.getByRole('button', { name: 'Start the break' }).click()
  await expect(settings).toContainText('You are taking a break until')
})

test('sounds and notifications call a player who looks elsewhere', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await openVisitor(browser, chain, { name: 'Alert Wallet', isTouch: true })
  const { page } = player
  const signals = await recordSignals(page)
  await page.goto('/')
  await connectWallet(player)
  await openSettings(page)
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Try the sounds' }).click()
  await expect(settings).toContainText('This is a lock.')
  await expect.poll(() => signals).toEqual(['note 392'])
  for (const name of ['Sound', 'Vibration', 'Notifications']) {
    await settings.getByRole('switch', { name }).check()
  }
  await expect.poll(() => signals.splice(0)).toEqual(['note 392', 'permission requested'])
  await checkPage(page, info, 'alerts')
  await page.keyboard.press('Escape')

  await placeBet(chain, 'DOWN', '0.2')
  await bet(page, 'UP', '0.5')
  const epoch = await chain.openEpoch()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText(
    'You are in: UP 0.5000',
  )
  await setHidden(page, true)
  await chain.lockOpenRound(860_00000000n)
  const sorted = () => signals.toSorted()
  const lock = `Round #${epoch} is locked | Your bet: UP 0.5000 BNB`
  await expect.poll(sorted).toEqual([lock, 'note 392'])
  signals.length = 0
  await chain.lockOpenRound(861_00000000n)
  const won = `You won 0.1790 BNB | Round #${epoch}`
  await expect.poll(sorted).toEqual([won, 'note 523', 'note 659', 'note 784'])

  const pushes = await openPushSource(page)
  await pushes.click('BTC')
  await expect(page).toHaveURL('/?market=BTC')
  const result = {
    symbol: 'BNB',
    market: chain.market.prediction,
    epoch,
    kind: 'refunded',
    amount: '0.5000',
  }
  // A page in view shows the result itself.
  await pushes.deliver({ ...result, kind: 'won' })
  await page.goto('about:blank')
  await pushes.deliver(result)
  const shown = [`Your 0.5000 BNB comes back | Round #${epoch}`]
  await expect.poll(pushes.shown).toEqual(shown)
  await pushes.click('BTC')
  await expect.poll(pushes.shown).toEqual([...shown, '/?market=BTC'])
})

test('says that the server does not send results while the page is closed', async ({ browser }) => {
  const chain = await openChainDriver()
  const player = await openVisitor(browser, chain, { name: 'Push Wallet', config: PUSH_CONFIG })
  const { page } = player
  await recordSignals(page)
  await addPushService(page)
  await page.goto('/')
  await connectWallet(player)
  await openSettings(page)
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('switch', { name: 'Notifications' }).check()
  const push = settings.getByRole('switch', { name: 'Also while Bullring is closed' })
  await expect(push).toHaveAccessibleDescription(/^Results come through the push service/)
  await push.check()
  await expect(push).toHaveAccessibleDescription(/^This browser could not be registered/)
  const forgotten = page.waitForRequest('**/api/push-unsubscribe')
  await push.uncheck()
  expect((await forgotten).postDataJSON()).toEqual({
    symbol: 'BNB',
    endpoint: 'https://push.example/1',
  })
  await expect(push).toHaveAccessibleDescription(/^Results come through the push service/)
})

test('requests permission on a switch only, also after the visitor has withdrawn it', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const player = await openVisitor(browser, chain, { name: 'Push Wallet', config: PUSH_CONFIG })
  const { page } = player
  const signals = await recordSignals(page)
  await addPushService(page)
  await page.addInitScript(() => {
    const settings = { hasNotifications: true, hasPush: true, hasSeenGuide: true }
    localStorage.setItem('bullring.settings', JSON.stringify(settings))
  })
  await page.goto('/')
  await connectWallet(player)
  await openSettings(page)
  const notifications = page.getByRole('switch', { name: 'Notifications' })
  await expect(notifications).not.toBeChecked()
  await notifications.check()
  await expect.poll(() => signals).toEqual(['permission requested', 'subscribed'])
})

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
}
