import type { WalletKitEvent } from '#core/events.ts'
import type { WalletKit } from '#create-wallet-kit.ts'

/**
 * Reports events until the returned function is called, where the app has switched it on. The code for it loads on
 * demand. Events wait for it.
 */
export function startAnalytics({ alerts, events, options }: WalletKit): () => void {
  const { features, servicesUrl, projectId } = options
  if (features.analytics !== true || servicesUrl === undefined) return () => undefined
  const waiting: WalletKitEvent[] = []
  let report = (event: WalletKitEvent): unknown => waiting.push(event)
  const load = async () => {
    const { createEventReporter } = await import('#core/create-event-reporter.ts')
    report = createEventReporter({ alerts, servicesUrl, projectId, page: () => location })
    for (const event of waiting) report(event)
  }
  void load().catch(() => undefined)
  return events.subscribe((event) => report(event))
}
