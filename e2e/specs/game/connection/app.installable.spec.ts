import { expect } from '@playwright/test'
import { test } from '../../../support/test.ts'

type Icon = { src: string; sizes: string; type: string; purpose: string }

test('the app can be installed, and its icons have the declared types and sizes', async ({
  page,
}) => {
  await page.goto('/')
  const browser = await page.context().newCDPSession(page)
  const { errors, data = '{}' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Tests run in a private window, where no app can be installed.
  const blockers = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(blockers).toEqual([])

  const { icons } = JSON.parse(data) as { icons: Icon[] }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const response = await page.request.get(src)
    expect(response.headers()['content-type']).toBe(type)
    if (sizes !== 'any') expect(await sizeOf(src)).toBe(sizes)
  }
  expect(await sizeOf('/favicon.ico')).toBe('48x48')
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
