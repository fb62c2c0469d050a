import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

/** Mails to users: a link, a notice, a change of address. */
export type MailKind = 'device' | 'recovery' | 'device-removed' | 'email-change'

/** Creates the metrics of the custody service. */
export function createMetrics() {
  const { gauge: _, counter, histogram: __, ...service } = createServiceMetrics()
  const mails = counter('custody_mails_total', 'Mails to users', ['kind', 'outcome'])
  const rewrapped = counter('custody_rewrapped_keys_total', 'Keys wrapped by a new key')
  const usedUp = { kind: 'link', outcome: 'used-up' }
  // The first one after the start is an increase too, which an alert reports.
  mails.inc(usedUp, 0)
  return {
    ...service,
    mail: (kind: MailKind, outcome: 'sent' | 'failed') => mails.inc({ kind, outcome }),
    /** Counts a mail with a link that was refused, because all together may cause no more. */
    mailsUsedUp: () => mails.inc(usedUp),
    rewrapped: (count: number) => rewrapped.inc(count),
  }
}
