import { describe, expect, test } from 'vitest'
import { createMetrics } from './create-metrics.ts'

describe('createMetrics', () => {
  test.each([
    'codes_entered_total{outcome="right"}',
    'codes_entered_total{outcome="wrong"}',
    'codes_entered_total{outcome="locked"}',
    'codes_entered_total{outcome="address-locked"}',
    'recovery_shares_total{action="released"}',
    'mails_total{outcome="used-up"}',
  ])('counts %s from 0, so that alerts can compare it', async (series) => {
    expect(await createMetrics().text()).toContain(`bullring_vault_${series} 0`)
  })
})
