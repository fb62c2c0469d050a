import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of the vault. No label names a person, a wallet or a device. */
export function createMetrics() {
  const { gauge: _gauge, counter, histogram: _histogram, ...service } = createServiceMetrics()
  const codesSent = counter('vault_codes_sent_total', 'Mailed codes', ['purpose'])
  const codesEntered = counter('vault_codes_entered_total', 'Entered codes', ['outcome'])
  const mails = counter('vault_mails_total', 'Mails to users', ['outcome'])
  const shares = counter('vault_recovery_shares_total', 'Recovery shares stored and handed out', [
    'action',
  ])
  return {
    ...service,
    mail: (outcome: 'sent' | 'failed' | 'used-up') => mails.inc({ outcome }),
    codeSent: (purpose: string) => codesSent.inc({ purpose }),
    codeEntered: (outcome: string) => codesEntered.inc({ outcome }),
    recoveryShare: (action: 'stored' | 'released') => shares.inc({ action }),
  }
}
