import { expect, type Page } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import { expectAccessible } from '../../support/page/accessibility.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { installWallet } from '../../support/wallet/test-wallet.ts'
import { acceptAtRelay } from '../../support/walletconnect/walletconnect-relay.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).first().click()

const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()

/** Steps from the Connect view to each view for connecting, until it is on screen. */
const VIEWS: readonly (readonly [view: string, open: (page: Page) => Promise<void>])[] = [
  ['Connect', (page) => shows(page, 'Shy Wallet')],
  [
    'ConnectingExternal',
    async (page) => {
      await press(page, /Shy Wallet/)
      await shows(page, 'You declined the request.')
    },
  ],
  [
    'ConnectingWalletConnect',
    async (page) => {
      await press(page, /qr code/)
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    },
  ],
  [
    'AllWallets',
    async (page) => {
      await press(page, /All Wallets/)
      await shows(page, 'Cedar Wallet')
    },
  ],
  [
    'wallet with tabs',
    async (page) => {
      await press(page, /All Wallets/)
      await press(page, 'Birch Wallet')
      const tab = page.getByRole('tab', { name: 'Webapp' })
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    },
  ],
  [
    'WhatIsAWallet',
    async (page) => {
      await press(page, 'What is a wallet?')
      await shows(page, 'It holds your keys')
    },
  ],
  [
    'GetWallet',
    async (page) => {
      await press(page, 'What is a wallet?')
      await press(page, 'Get a wallet')
      await shows(page, 'Acorn Wallet')
    },
  ],
]

for (const theme of ['light', 'dark'] as const) {
  test(`every view for connecting is accessible (${theme})`, async ({
    page,
    context,
    kitWithCatalogue: kit,
  }, info) => {
    const wallet = await installWallet(context, { name: 'Shy Wallet', ...kit.chains })
    wallet.decline(true)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await kit.open(page, { theme, relay: await acceptAtRelay(page) })
    for (const [view, open] of VIEWS) {
      await test.step(view, async () => {
        await page.getByRole('button', { name: 'Connect Wallet' }).click()
        await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
        await open(page)
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          await takePicture(page, info, `${view}-${theme}-${width}`)
        }
        await expectAccessible(page, `${view} (${theme})`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
  })
}

test('the modal traps the focus and returns it on closing', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await kit.open(page, { relay: await acceptAtRelay(page) })
  const opener = page.getByRole('button', { name: 'Connect Wallet' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  const isInside = () =>
    page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))
  const seen = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(key)
      expect(await isInside()).toBe(true)
      seen.add(await page.evaluate(() => document.activeElement?.textContent ?? ''))
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(4)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('Escape closes the modal after a change of view', async ({ page, kitWithCatalogue: kit }) => {
  await kit.open(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await press(page, 'What is a wallet?')
  await expect(page.getByRole('heading', { name: 'What is a wallet?' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('nothing moves with reduced motion', async ({ page, kitWithCatalogue: kit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await kit.open(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await press(page, 'What is a wallet?')
  await expect(page.getByText('It holds your keys')).toBeVisible()
  const running = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { activeDuration } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running' && Number(activeDuration) > 0
      }).length,
  )
  expect(running).toBe(0)
})

test('the page behind does not scroll, and a click on it closes the modal', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await kit.open(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
  await page.mouse.click(10, 10)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
})
