import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeExampleBrand } from '@bullring/server/testing/example-brand'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../support/page/accessibility.ts'
import {
  type EmbeddedWalletStack,
  startEmbeddedWalletStack,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'

const NAME = 'Tidewater'
const PHONE = { width: 390, height: 844 }
const PAPER = { light: 'rgb(238, 243, 249)', dark: 'rgb(13, 20, 32)' } as const

let folder: string
let stack: EmbeddedWalletStack & { stop: () => Promise<void> }
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-brand-'))
  stack = await startEmbeddedWalletStack({
    BRAND_FILE: writeExampleBrand(folder),
    TRUST_PROXY: 'true',
  })
})
test.afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true })
})

type Visit = { theme: 'light' | 'dark'; width: number; country?: string }

async function openGame(browser: Browser, { theme, width, country }: Visit): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    storageState: returningVisitor(stack.url),
    ...(country !== undefined && { extraHTTPHeaders: { 'cf-ipcountry': country } }),
  })
  const page = await context.newPage()
  await page.addInitScript((value) => {
    const settings = JSON.parse(localStorage.getItem('bullring.settings') ?? '{}')
    localStorage.setItem('bullring.settings', JSON.stringify({ ...settings, theme: value }))
  }, theme)
  await page.goto(stack.url)
  return page
}

const betButton = (page: Page) =>
  page.getByRole('group', { name: /^Bet on/ }).getByRole('button', { name: /^UP/ })

for (const theme of ['light', 'dark'] as const) {
  test(`pages, modal and frame have the operator's brand, ${theme}`, async ({ browser }, info) => {
    for (const width of [390, 1_440]) {
      const page = await openGame(browser, { theme, width })
      await expect(page.getByRole('banner')).toContainText(NAME)
      await expect(page).toHaveTitle(new RegExp(NAME))
      await expect(page.locator('html')).toHaveCSS('background-color', PAPER[theme])
      await expect(
        page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }),
      ).toHaveAttribute('href', '/imprint?language=en')
      await expect(page.getByRole('contentinfo')).toContainText('21+ only')
      await expect(page.getByText('Bullring')).toHaveCount(0)
      await expectAccessible(page, `the game, ${theme}, ${width}`)
      await takePicture(page, info, `brand-game-${theme}-${width}`)
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
      await expectAccessible(page, `the modal, ${theme}, ${width}`)
      await takePicture(page, info, `brand-modal-${theme}-${width}`)
      await page.context().close()
    }
  })

  test(`wallet, mails and their pages have the operator's brand, ${theme}`, async ({
    browser,
  }, info) => {
    const email = `brand-${theme}@example.com`
    const context = await browser.newContext({ colorScheme: theme, viewport: PHONE })
    const page = await context.newPage()
    await page.goto(`${stack.frameUrl}/dashboard`)
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await expectAccessible(page, `the wallet, ${theme}`)
    await takePicture(page, info, `brand-wallet-${theme}`)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await stack.codeFor(email)
    const inbox = new URL(stack.inboxUrl)
    const { mails } = await (await page.request.get(`${inbox.href}/mails.json?to=${email}`)).json()
    expect(mails[0].text).toContain(`Log in to ${NAME}`)
    await page.goto(`${inbox.origin}/dev/inbox/mails/${mails[0].id}`)
    await expect(page.getByRole('heading')).toHaveText(`Log in to ${NAME}`)
    await takePicture(page, info, `brand-mail-${theme}`)
    await page.goto(`${stack.frameUrl}/device?t=unknown`)
    await expect(page).toHaveTitle(new RegExp(`· ${NAME}$`))
    await expectAccessible(page, `the page behind a link, ${theme}`)
    await context.close()
  })
}

test('a visitor confirms the age once, then can bet', async ({ browser }) => {
  const page = await openGame(browser, { theme: 'light', width: 390, country: 'VN' })
  await expect(betButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'I am 21 or older' }).click()
  await expect(betButton(page)).toBeEnabled()
  await page.context().close()
})

test('a visitor of a refused country sees the market and cannot bet', async ({ browser }, info) => {
  for (const width of [390, 1_440]) {
    const page = await openGame(browser, { theme: 'light', width, country: 'US' })
    await expect(page.getByRole('note')).toContainText('takes no bets from your country')
    await expect(betButton(page)).toBeDisabled()
    await expectAccessible(page, `a refused country, ${width}`)
    await takePicture(page, info, `brand-refused-${width}`)
    const status = await page.evaluate(async () => {
      const body = JSON.stringify({ user_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/faucet', { method: 'POST', headers, body })).status
    })
    expect(status).toBe(451)
    await page.context().close()
  }
})

test('the operator’s texts have pages in the visitor’s language', async ({ browser }, info) => {
  const page = await openGame(browser, { theme: 'light', width: 390 })
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
  await expect(page.getByText('Text of terms.en.')).toBeVisible()
  await expectAccessible(page, 'the terms')
  await takePicture(page, info, 'brand-terms')
  await page.goto(`${stack.url}/terms?language=es`)
  await expect(page.getByText('Text of terms.es.')).toBeVisible()
  await page.context().close()
})
