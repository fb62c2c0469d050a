import { AnalyticsConfig } from '@bullring/wallet-api/analytics/analytics-config'
import { AnalyticsAccepted } from '@bullring/wallet-api/analytics/event'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import type { WalletKitEvent } from '#core/events.ts'
import type { Kit } from '#core/kit.ts'
import { createWalletService, SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'

type ReporterDeps = Pick<Kit, 'alerts'> & {
  servicesUrl: string
  projectId: string
  /** Address of the page. */
  page: () => Pick<Location, 'origin' | 'pathname' | 'hostname'>
}

/**
 * Creates a function that reports events to the wallet service, if the service counts them (R-ANALYTICS-2). Failures
 * are silent: they concern no visitor. Only a page whose origin is not allowed raises an alert.
 */
export function createEventReporter({
  alerts,
  servicesUrl: baseUrl,
  projectId,
  page,
}: ReporterDeps): (event: WalletKitEvent) => Promise<void> {
  const service = createWalletService({ baseUrl, projectId })
  const isEnabled = readIsEnabled(service).catch((error: unknown) => {
    if (error instanceof ApiProblemError && error.status === 403) alerts.show('originNotAllowed')
    return false
  })
  return async (event) => {
    if (!(await isEnabled)) return
    const { origin, pathname, hostname } = page()
    const body = {
      eventId: crypto.randomUUID(),
      url: origin + pathname,
      domain: hostname,
      timestamp: Date.now(),
      props: { type: 'track', ...event },
    }
    const url = service.urlOf('e', SDK_QUERY)
    await service.request({ url, schema: AnalyticsAccepted, body }).catch(() => undefined)
  }
}

async function readIsEnabled(service: WalletService): Promise<boolean> {
  const url = service.urlOf('getAnalyticsConfig', SDK_QUERY)
  return (await service.request({ url, schema: AnalyticsConfig })).isAnalyticsEnabled
}
