import { describe, expect, test } from 'vitest'
import { createMetrics } from './create-metrics.ts'

describe('createMetrics', () => {
  test('counts refused mails from 0, so that the alert reports the first one', async () => {
    const series = 'bullring_custody_mails_total{kind="link",outcome="used-up"}'
    expect(await createMetrics().text()).toContain(`${series} 0`)
  })
})
