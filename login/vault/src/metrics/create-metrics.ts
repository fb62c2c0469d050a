import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

const CODE_OUTCOMES = ['right', 'wrong', 'expired', 'locked', 'address-locked'] as const

/** Creates the metrics of the vault. No label names a person, a wallet or a device. */
export function createMetrics() {
  const { gauge: _gauge, counter, histogram: _histogram, ...service } = createServiceMetrics()
  const codesSent = counter('vault_codes_sent_total', 'Mailed codes', ['purpose'])
  const codesEntered = counter('vault_codes_entered_total', 'Entered codes', ['outcome'])
  const mails = counter('vault_mails_total', 'Mails to users', ['outcome'])
  const shares = counter('vault_recovery_shares_total', 'Recovery shares stored and handed out', [
    'action',
  ])
  const rewrapped = counter('vault_rewrapped_keys_total', 'Keys wrapped by a new key')
  // Alerts compare these with each other or with an earlier time: without a series of each, they would never fire.
  for (const outcome of CODE_OUTCOMES) codesEntered.inc({ outcome }, 0)
  shares.inc({ action: 'released' }, 0)
  mails.inc({ outcome: 'used-up' }, 0)
  return {
    ...service,
    mail: (outcome: 'sent' | 'failed' | 'used-up') => mails.inc({ outcome }),
    codeSent: (purpose: string) => codesSent.inc({ purpose }),
    codeEntered: (outcome: string) => codesEntered.inc({ outcome }),
    rewrapped: (count: number) => rewrapped.inc(count),
    recoveryShare: (action: 'stored' | 'released') => shares.inc({ action }),
  }
}
