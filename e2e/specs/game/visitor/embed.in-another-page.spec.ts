import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { expectAccessible } from '../../../support/page/accessibility.ts'
import { currentStack, portOf } from '../../../support/stack/stacks.ts'
import { test } from '../../../support/test.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

/** All that the card loads of code and styles, before compression. */
const MAX_BYTES = 10 * 1_024

let server: Server
let origin: string
let body = ''

test.beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>A blog</title><h1>A blog</h1>${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Another site than 127.0.0.1, not only another port.
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const gameOrigin = () => `http://127.0.0.1:${portOf(currentStack())}`

/** Shows a page of another origin that has the card. */
async function embed(page: Page, attributes: string): Promise<FrameLocator> {
  body = `<script src="${gameOrigin()}/embed.js" ${attributes}></script>`
  await page.goto(origin)
  return page.frameLocator('iframe')
}

test('the card shows the open round in a page of another origin, and follows it', async ({
  page,
  context,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!/embed|\/assets\//.test(response.url())) return
    sizes.push(response.body().then(({ length }) => length))
  })
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  await chain.pushPrice(861_50000000n)
  const card = await embed(page, 'data-market="BNB" data-theme="dark"')
  const epoch = await chain.openEpoch()
  await expect(card.getByRole('main')).toContainText(`Round #${epoch} · pool 0.0000 BNB`)
  await expect(card.getByRole('main')).toContainText('$861.5000')
  await expect(card.getByRole('timer', { name: 'Time left to bet' })).toHaveText(/^\d+:\d\d$/)

  await chain.pushPrice(862_25000000n)
  await expect(card.getByRole('main')).toContainText('$862.2500')
  await placeBet(chain, 'UP', '1')
  await expect(card.getByRole('main')).toContainText('pool 1.0000 BNB')
  await expect(card.locator('#up')).toHaveText('1.00x')
  await chain.lockOpenRound(863_00000000n)
  await expect(card.getByRole('main')).toContainText(`Round #${epoch + 1}`)

  const loaded = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(loaded).toBeGreaterThan(3 * 1_024)
  expect(loaded).toBeLessThan(MAX_BYTES)
  expect(violations).toEqual([])

  await expect(card.locator('a, button, input, select, textarea, [tabindex]')).toHaveCount(1)
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: 'Place a bet' }).click(),
  ])
  await expect(game).toHaveURL(`${gameOrigin()}/?market=BNB`)
  await expect(game.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  expect(await game.evaluate(() => window.opener)).toBeNull()
})

test('the card asks while the stream does not work', async ({ page }) => {
  await page.route('**/api/stream*', (route) => route.abort())
  const chain = await openChainDriver()
  const card = await embed(page, 'data-market="BNB"')
  await expect(card.getByRole('main')).toContainText('Round #')
  await chain.pushPrice(864_75000000n)
  await expect(card.getByRole('main')).toContainText('$864.7500')
})

test('a round that opens while the card asks is shown', async ({ page }) => {
  const fetched = Promise.withResolvers<void>()
  const later = Promise.withResolvers<void>()
  await page.route(
    '**/api/round-info',
    async (route) => {
      const response = await route.fetch()
      fetched.resolve()
      await later.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const streaming = page.waitForResponse(/api\/stream/)
  const card = await embed(page, 'data-market="BNB"')
  await Promise.all([fetched.promise, streaming])
  await chain.lockOpenRound(861_00000000n)
  // Its event is on the stream.
  await page.waitForTimeout(1_000)
  later.resolve()
  await expect(card.getByRole('main')).toContainText(`Round #${epoch + 1}`, { timeout: 5_000 })
})

test('the card names a market that does not exist, in the language of the page', async ({
  page,
}) => {
  const card = await embed(page, 'data-market="NONE" data-language="en"')
  await expect(card.getByRole('main')).toContainText('There is no market NONE.')
})

test('no other page of the game can be framed', async ({ page, request }) => {
  body = `<iframe src="${gameOrigin()}/"></iframe>`
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  )
  await page.goto(origin)
  await refused
  const policyOf = async (path: string) => {
    const response = await request.get(`${gameOrigin()}${path}`, {
      headers: { accept: 'text/html' },
    })
    return response.headers()['content-security-policy']
  }
  expect(await policyOf('/embed?market=BNB')).toContain('frame-ancestors *')
  for (const path of ['/', '/developers', '/direct-bet', '/embed/', '/embed.html', '/nothing']) {
    expect(await policyOf(path), path).toMatch(/frame-ancestors https:\/\/app\.safe\.global$/)
  }
})

for (const theme of ['light', 'dark']) {
  test(`the card is readable and accessible: ${theme}`, async ({ page }, info) => {
    await page.setViewportSize({ width: 390, height: 420 })
    const card = await embed(page, `data-market="BNB" data-theme="${theme}"`)
    await expect(card.getByRole('main')).toContainText('Round #')
    await takePicture(page, info, `embed-${theme}`)
    const frame = page.frames().find((each) => each.url().includes('/embed'))
    if (frame === undefined) throw new Error('There is no frame')
    expect(await frame.evaluate(() => document.documentElement.scrollHeight)).toBe(224)
    await expectAccessible(frame, `card, ${theme}`)
  })
}
