import { afterEach, describe, expect, test } from 'vitest'
import { ALERT_MESSAGES } from '#core/modal/alert-messages.ts'
import { createAlerts } from '#core/modal/alerts.ts'
import { type ServiceReply, startTestService, type TestService } from '#testing/test-service.ts'
import { createEventReporter } from './create-event-reporter.ts'

let service: TestService | undefined
afterEach(() => service?.stop())

const page = () => ({ origin: 'https://app.example', pathname: '/bets', hostname: 'app.example' })

async function start(config: ServiceReply) {
  const bodies: unknown[] = []
  service = await startTestService((path, { body }) => {
    if (path === '/getAnalyticsConfig') return config
    bodies.push(body)
    return { status: 202, body: {} }
  })
  const alerts = createAlerts(true, () => undefined, ALERT_MESSAGES)
  const report = createEventReporter({ alerts, servicesUrl: service.url, projectId: 'p', page })
  return { report, alerts, bodies, requests: service.requests }
}

describe('createEventReporter', () => {
  test('posts events without address or query once the service says that it counts them', async () => {
    const { report, bodies, requests } = await start({ body: { isAnalyticsEnabled: true } })
    await report({ event: 'MODAL_OPEN', properties: { connected: false } })
    await report({ event: 'CLICK_ALL_WALLETS' })
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/getAnalyticsConfig', '/e', '/e'])
    expect(requests[0]?.search).toBe('?projectId=p&st=appkit&sv=react-wagmi-1.7.3')
    expect(bodies[0]).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: 'https://app.example/bets',
      domain: 'app.example',
      timestamp: expect.any(Number),
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    })
  })

  test.each([{ body: { isAnalyticsEnabled: false } }, { status: 500, body: '' }])(
    'posts nothing when the service replies %j',
    async (config) => {
      const { report, alerts, bodies } = await start(config)
      await report({ event: 'CLICK_ALL_WALLETS' })
      expect(bodies).toEqual([])
      expect(alerts.getState().alert).toBeNull()
    },
  )

  test('error: raises an alert for a page whose origin is not allowed', async () => {
    const { report, alerts, bodies } = await start({ status: 403, body: '' })
    await report({ event: 'CLICK_ALL_WALLETS' })
    expect(bodies).toEqual([])
    expect(alerts.getState().alert?.text).toBe('Invalid App Configuration')
  })
})
