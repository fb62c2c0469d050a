import { limitBody } from '@bullring/server/http/limit-body'
import { readJson } from '@bullring/server/http/read-json'
import type { AnalyticsConfig } from '@bullring/wire/analytics/analytics-config'
import { AnalyticsEvent } from '@bullring/wire/analytics/event'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'

/** Clients send their options with the first event. */
const MAX_BYTES = 64 * 1_024

export type AnalyticsDeps = {
  /** Off, events are taken and forgotten. */
  isEnabled: boolean
  count: (event: string) => Promise<void>
}

/** GET /getAnalyticsConfig and POST /e. */
export function analyticsRoutes({ isEnabled, count }: AnalyticsDeps): Hono {
  const config: AnalyticsConfig = { isAnalyticsEnabled: isEnabled }
  return new Hono()
    .get('/getAnalyticsConfig', (c) => c.json(config))
    .post('/e', limitBody(MAX_BYTES), async (c) => {
      const body = await readJson(c, { acceptsAnyType: true })
      const { props } = parse(AnalyticsEvent, body)
      if (isEnabled) await count(props.event)
      return c.json({}, 202)
    })
}
