import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { AnalyticsConfig } from '@bullring/wallet-api/analytics/analytics-config'
import {
  AnalyticsAccepted,
  AnalyticsBatch,
  AnalyticsEvent,
} from '@bullring/wallet-api/analytics/event'
import { KEY_ERRORS } from '../http/documented-errors.ts'

export type AnalyticsDeps = {
  /** When off, events are accepted and dropped. */
  isEnabled: boolean
  count: (events: readonly string[]) => Promise<void>
}

/** Clients send their options with the first event, and 45 KiB of events at once. */
const MAX_BODY_BYTES = 64 * 1_024

/** GET /getAnalyticsConfig, POST /e and POST /batch. */
export function analyticsOperations({ isEnabled, count }: AnalyticsDeps): readonly Operation[] {
  const counting = {
    method: 'post',
    acceptsAnyType: true,
    maxBodyBytes: MAX_BODY_BYTES,
    response: AnalyticsAccepted,
    status: 202,
    errors: KEY_ERRORS,
    security: ['projectId'],
  } as const
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
      ...counting,
      path: '/e',
      summary: 'Counts an event by name; nothing else is stored',
      body: AnalyticsEvent,
      handler: async ({ body }) => {
        if (isEnabled) await count([body.props.event])
        return {}
      },
    }),
    defineOperation({
      ...counting,
      path: '/batch',
      summary: 'Counts events by name; nothing else is stored',
      body: AnalyticsBatch,
      handler: async ({ body }) => {
        if (isEnabled) await count(body.flatMap(({ props }) => props.event ?? []))
        return {}
      },
    }),
  ]
}
