import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { pageTexts } from '../../../support/page/page-texts.ts'
import { unreadableTexts } from '../../../support/page/text-layout.ts'
import { test } from '../../../support/test.ts'
import {
  connectWallet,
  openVisitor,
  overrideConfig,
} from '../../../support/visitor/game-visitor.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

/** Names, symbols and words that are the same in Spanish. */
const SAME = [
  /^#?\s*BNB$/,
  /^BNB\/USD$/,
  /^Bullring$/,
  /^CSV$/,
  /^Error:?$/,
  /^# (min|h|d|s|BNB)$/,
  /^Bullring Local/,
  /^Local chain/,
  /^Tokens$/,
]

const select = (page: Page) => page.getByRole('combobox', { name: /^(Language|Idioma)$/ })

/** Returns the texts of the page and of each window that it opens. */
async function allTexts(page: Page): Promise<Set<string>> {
  const texts = new Set(await pageTexts(page))
  const openers = page.locator('button[aria-haspopup="dialog"]:visible')
  for (let index = 0; index < (await openers.count()); index += 1) {
    await openers.nth(index).click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog).toBeVisible()
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click()
      for (const text of await pageTexts(page)) texts.add(text)
    }
    for (const text of await pageTexts(page)) texts.add(text)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const enter = page.locator('[data-card="next"] form button, [data-card="next"] button').first()
  await enter.click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  for (const text of await pageTexts(page)) texts.add(text)
  await page.keyboard.press('Escape')
  return texts
}

test('English only by default', async ({ browser }) => {
  const { page } = await openVisitor(browser, await openChainDriver())
  await page.goto('/')
  await expect(select(page).getByRole('option')).toHaveText(['English'])
})

test('a visitor chooses Spanish, which stays after a reload and leaves no English', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await openVisitor(browser, chain, { config: { languages: ['en', 'es'] } })
  const { page } = visitor
  await page.goto('/')
  await connectWallet(visitor)
  const english = await allTexts(page)

  await select(page).selectOption('Español')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Historial' })).toBeVisible()
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /sube o baja/)
  await expect(page.locator('[data-card="live"]')).toBeVisible()
  const spanish = await allTexts(page)
  expect(spanish.size).toBeGreaterThan(40)
  const left = [...spanish].filter(
    (text) => english.has(text) && !SAME.some((pattern) => pattern.test(text)),
  )
  expect(left).toEqual([])

  await select(page).selectOption('English')
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

for (const [locale, language] of [
  ['pt-PT', 'pt-BR'],
  ['vi-VN', 'vi'],
  ['tr-TR', 'tr'],
  ['es-MX', 'es'],
  ['zh-CN', 'zh-CN'],
] as const) {
  test(`a first visit takes the browser's language and fits: ${language}`, async ({
    browser,
  }, info) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await overrideConfig(page, { languages: ['en', 'es', 'tr', 'vi', 'pt-BR', 'zh-CN'] })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('[data-card="next"]')).toBeVisible()
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await unreadableTexts(page), `${language} at ${width} px`).toEqual([])
      await takePicture(page, info, `${language}-${width}`)
    }
  })
}

test('error: a language that fails to load leaves the page in English and says so', async ({
  browser,
}) => {
  const visitor = await openVisitor(browser, await openChainDriver(), {
    config: { languages: ['en', 'es'] },
  })
  const { page } = visitor
  await page.route(/\/assets\/es-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/')
  await select(page).selectOption('Español')
  await expect(page.getByText('Español could not be loaded.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
