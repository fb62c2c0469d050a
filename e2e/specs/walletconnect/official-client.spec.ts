import { startTestRelay } from '@bullring/relay/testing/start-test-relay'
import { expect } from '@playwright/test'
import { test } from '../../support/test.ts'
import { openOfficialApp } from '../../support/walletconnect/official-app.ts'

const VERIFY = 'https://verify.walletconnect.org'

test('the official client accepts the relay’s attestation, for which it would otherwise wait 5 s', async ({
  page,
}) => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  await page.route(`${VERIFY}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const url = `${relay.httpUrl}${pathname}${search}`
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(payload.toString())),
  )
  await openOfficialApp(page)
  expect(await page.evaluate((url) => window.pair(url), relay.url)).toMatch(/^wc:/)
  const calls = sent.map((text): { method?: string; params?: object } => JSON.parse(text))
  // Without a token that it accepts, the client sends an empty text.
  expect(calls.find(({ method }) => method === 'wc_proposeSession')?.params).toMatchObject({
    attestation: expect.stringMatching(/^[\w-]+\.[\w-]+\.$/),
  })
  await relay.stop()
})
