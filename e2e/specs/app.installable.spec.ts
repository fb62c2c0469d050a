import { expect } from '@playwright/test'
import { test } from '../support/visit.ts'

type Icon = { src: string; sizes: string; type: string; purpose: string }

test('a browser may install the app, and its pictures are what they say', async ({ page }) => {
  await page.goto('/')
  const browser = await page.context().newCDPSession(page)
  const { errors, data = '{}' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A test runs in a private window, where nothing is ever installed.
  const blockers = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(blockers).toEqual([])

  const { icons } = JSON.parse(data) as { icons: Icon[] }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const answer = await page.request.get(src)
    expect(answer.headers()['content-type']).toBe(type)
    if (sizes !== 'any') expect(await sizeOf(src)).toBe(sizes)
  }
  expect(await sizeOf('/apple-touch-icon.png')).toBe('180x180')
  const share = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(await sizeOf(share ?? '')).toBe('1200x630')

  function sizeOf(src: string): Promise<string> {
    return page.evaluate(async (address) => {
      const image = Object.assign(new Image(), { src: address })
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
  }
})
