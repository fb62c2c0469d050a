import { expect } from '@playwright/test'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { launchDataOf, type MiniApp, openMiniApp } from '../../support/telegram/open-mini-app.ts'
import { test } from '../../support/test.ts'
import { bet, takePicture } from '../../support/visitor/page-actions.ts'

const ADA = { id: 5_000_000_001, first_name: 'Ada', username: 'ada' }

let stack: EmbeddedWalletStack
test.beforeAll(async () => {
  stack = await openEmbeddedWallet()
})

const callsOf = ({ calls }: MiniApp, method: string) =>
  calls.filter((call) => call.method === method).map(({ parameters }) => parameters)

/** Opens the ways to log in, and presses the one of Telegram. */
async function logIn({ game }: MiniApp): Promise<void> {
  await game.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await game.getByRole('button', { name: 'Continue as' }).click()
}

/** Opens the guide, and closes it by Telegram's back button. */
async function closeGuide(app: MiniApp): Promise<void> {
  await app.game.getByRole('button', { name: 'How to play' }).click()
  await expect(app.game.getByRole('dialog')).toBeVisible()
  await expect
    .poll(() => callsOf(app, 'web_app_setup_back_button').at(-1))
    .toEqual({ is_visible: true })
  await app.send('back_button_pressed')
  await expect(app.game.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => callsOf(app, 'web_app_setup_back_button').at(-1))
    .toEqual({ is_visible: false })
}

test('in Telegram on Android, a player logs in with one tap, and goes back by its button', async ({
  browser,
}, info) => {
  const initData = launchDataOf(ADA)
  const app = await openMiniApp(browser, stack.url, initData, { platform: 'android' })
  const { page } = app
  await expect.poll(() => callsOf(app, 'web_app_ready')).toHaveLength(1)
  expect(page.url()).not.toContain('tgWebAppData')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await closeGuide(app)
  await takePicture(page, info, '1-start')

  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await expect(page.getByRole('button', { name: 'Continue as @ada' })).toBeInViewport({
    ratio: 1,
  })
  await takePicture(page, info, '2-connect')
  await page.getByRole('button', { name: 'Continue as @ada' }).click()
  await expect(page.getByRole('button', { name: /^0x/ }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await takePicture(page, info, '3-logged-in')

  await test.step('the back button closes the bet dialog', async () => {
    await page.getByRole('button', { name: 'Enter UP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    await expect(dialog).toBeVisible()
    await expect
      .poll(() => callsOf(app, 'web_app_setup_back_button').at(-1))
      .toEqual({ is_visible: true })
    await takePicture(page, info, '4-bet')
    await app.send('back_button_pressed')
    await expect(dialog).toBeHidden()
  })

  await test.step('what vibrates elsewhere, Telegram lets the phone do', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Vibration' }).click()
    await expect
      .poll(() => callsOf(app, 'web_app_trigger_haptic_feedback'))
      .toEqual([{ type: 'impact', impact_style: 'heavy' }])
    await app.send('back_button_pressed')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('safe areas and a theme that changes', async () => {
    await app.send('content_safe_area_changed', { top: 46, bottom: 20, left: 0, right: 0 })
    await expect(page.locator('html')).toHaveCSS('--safe-top', '46px')
    await takePicture(page, info, '5-safe-areas')
    await app.send('theme_changed', { theme_params: { bg_color: '#ffffff' } })
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  })

  await test.step('other devices cannot use the same launch data', async () => {
    const other = await openMiniApp(browser, stack.url, initData, { platform: 'ios' })
    await logIn(other)
    await expect(other.page.getByText('Telegram did not confirm this login')).toBeVisible()
    await takePicture(other.page, info, '6-refused')
    expect(other.refused).toEqual([])
  })
  expect(app.refused).toEqual([])
})

test('in Telegram on iOS without storage, the pages work and log in', async ({ browser }, info) => {
  const app = await openMiniApp(
    browser,
    stack.url,
    launchDataOf({ id: 5_000_000_002, first_name: 'Bo' }),
    {
      platform: 'ios',
      theme: 'light',
      hasStorage: false,
    },
  )
  await closeGuide(app)
  await expect(app.page.locator('html')).not.toHaveAttribute('data-theme')
  await logIn(app)
  await expect(app.page.getByRole('button', { name: /^0x/ }).first()).toBeVisible()
  await takePicture(app.page, info, 'ios')
  expect(app.refused).toEqual([])
})

test('in Telegram on Android, a newcomer bets play money, and shares the round in a chat', async ({
  browser,
}, info) => {
  const user = { id: 5_000_000_004, first_name: 'Di' }
  const app = await openMiniApp(browser, stack.url, launchDataOf(user), { platform: 'android' })
  const { page } = app
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: /^Play money wallet/ }).click()
  await expect(page.getByText('Play money has arrived')).toBeVisible()
  await bet(page, 'UP', '0.1')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await takePicture(page, info, 'bet')

  const shared = await stack.chain.openEpoch()
  const round = await openMiniApp(
    browser,
    `${stack.url}/?round=${shared - 1}`,
    launchDataOf(user),
    {
      platform: 'android',
    },
  )
  await round.page.getByRole('button', { name: 'Share' }).first().click()
  await expect.poll(() => callsOf(round, 'web_app_open_tg_link')).toHaveLength(1)
  const [link] = callsOf(round, 'web_app_open_tg_link') as { path_full: string }[]
  const { pathname, searchParams } = new URL(link?.path_full ?? '', 'https://t.me')
  expect(pathname).toBe('/share/url')
  expect(searchParams.get('url')).toContain(`round=${shared - 1}`)
  await takePicture(round.page, info, 'share')
  expect([...app.refused, ...round.refused]).toEqual([])
})

test('in Telegram in a browser, the game is a frame, and logs in', async ({ browser }, info) => {
  const app = await openMiniApp(
    browser,
    stack.url,
    launchDataOf({ id: 5_000_000_003, first_name: 'Cy' }),
    {
      platform: 'weba',
    },
  )
  await expect.poll(() => callsOf(app, 'iframe_ready')).toHaveLength(1)
  await app.game.getByRole('button', { name: 'How to play' }).click()
  await app.page.getByRole('button', { name: 'Back' }).click()
  await expect(app.game.getByRole('dialog')).toHaveCount(0)
  await logIn(app)
  await expect(app.game.getByRole('button', { name: /^0x/ }).first()).toBeVisible()
  await takePicture(app.page, info, 'web')
  expect(app.refused).toEqual([])
})

test('an ordinary page that a link gives launch data ignores them', async ({ page }) => {
  await page.goto(
    `${stack.url}/#tgWebAppData=${encodeURIComponent(launchDataOf(ADA))}&tgWebAppVersion=8.0`,
  )
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue as' })).toHaveCount(0)
  expect(page.url()).not.toContain('tgWebAppData')
})
