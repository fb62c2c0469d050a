import { expect } from '@playwright/test'
import { getAddress } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { expectAccessible } from '../../../support/page/accessibility.ts'
import { expectLayout } from '../../../support/page/layout-problems.ts'
import { test } from '../../../support/test.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

test('a developer finds the page, tries an operation by keyboard, and sees live events', async ({
  page,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  const chain = await openChainDriver()
  await page.goto('/')
  await page.getByRole('link', { name: 'For developers' }).click()
  await expect(page.getByRole('heading', { name: 'For developers', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('For developers · Bullring')

  const operations = page.getByRole('region', { name: 'Operations' })
  await expect(operations).toContainText(/accepts \d+ requests per minute/)
  const entry = operations.locator('details', { hasText: '/api/current-epoch' })
  await entry.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(entry.getByText('422')).toBeVisible()
  const body = entry.getByLabel('Body, JSON')
  await expect(body).toHaveValue(/"symbol": "BNB"/)
  await body.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entry.getByRole('status')).toContainText('200')
  const epoch = await chain.openEpoch()
  await expect(entry.getByLabel('Response')).toHaveValue(new RegExp(`"epoch": ${epoch}\\b`))

  await body.fill('{ "symbol": "?" }')
  await entry.getByRole('button', { name: 'Try it' }).click()
  await expect(entry.getByRole('status')).toContainText('422')
  await expect(entry.getByLabel('Response')).toHaveValue(/"code": "wire.invalid-message"/)

  const live = page.getByRole('region', { name: 'Live events' })
  await live.getByRole('button', { name: 'Show events of BNB' }).click()
  await expect(live).toContainText('Waiting for an event')
  await chain.pushPrice(863_50000000n)
  await expect(live.getByRole('list', { name: 'Events' })).toContainText('863.5')
  await live.getByRole('button', { name: 'Stop' }).click()

  await expect(page.getByRole('region', { name: 'Contracts' })).toContainText(
    getAddress(chain.market.prediction),
  )
  expect(violations).toEqual([])
})

for (const theme of ['light', 'dark']) {
  test(`the developers' page fits and is accessible: ${theme}`, async ({ page }, info) => {
    await page.addInitScript((settings) => {
      window.localStorage.setItem('bullring.settings', settings)
    }, JSON.stringify({ theme }))
    await page.goto('/developers')
    await expect(page.locator('html[data-theme="dark"]')).toHaveCount(theme === 'dark' ? 1 : 0)
    const entry = page.locator('details', { hasText: '/api/rounds' })
    await entry.locator('summary').click()
    await entry.getByRole('button', { name: 'Try it' }).click()
    await expect(entry.getByLabel('Response')).toBeVisible()
    await page.locator('summary', { hasText: 'ABI of our markets' }).click()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await takePicture(page, info, `developers-${theme}-${size.width}`)
      await expectLayout(page, `developers, ${theme}, ${size.width} px`)
      await expectAccessible(page, `developers, ${theme}, ${size.width} px`)
    }
  })
}
