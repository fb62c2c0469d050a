import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { AnalyticsConfig } from '@bullring/wire/analytics/analytics-config'
import { AnalyticsAccepted, AnalyticsEvent } from '@bullring/wire/analytics/event'
import { KEY_ERRORS } from '../http/documented-errors.ts'

export type AnalyticsDeps = {
  /** When off, events are accepted and dropped. */
  isEnabled: boolean
  count: (event: string) => Promise<void>
}

/** GET /getAnalyticsConfig and POST /e. */
export function analyticsOperations({ isEnabled, count }: AnalyticsDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/getAnalyticsConfig',
      summary: 'Whether events are counted here',
      response: AnalyticsConfig,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: () => ({ isAnalyticsEnabled: isEnabled }),
    }),
    defineOperation({
      method: 'post',
      path: '/e',
      summary: 'Counts an event by name; nothing else is stored',
      body: AnalyticsEvent,
      acceptsAnyType: true,
      // Clients send their options with the first event.
      maxBodyBytes: 64 * 1_024,
      response: AnalyticsAccepted,
      status: 202,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: async ({ body }) => {
        if (isEnabled) await count(body.props.event)
        return {}
      },
    }),
  ]
}
