import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsOf, missingLabels } from '@bullring/server/testing/query-labels'
import { repositoryRoot } from '@bullring/stack/repository-root'
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

  test('has the labels that alerts use', async () => {
    const rules = join(repositoryRoot, 'ops/prometheus/rules-embedded-wallet.yml')
    const content = await readFile(rules, 'utf8')
    const labels = labelsOf(createMetrics)
    expect(labels.get('bullring_vault_mails_total')).toContain('outcome')
    expect(missingLabels(content, labels)).toEqual([])
    expect(missingLabels(content.replaceAll('outcome', 'result'), labels)).not.toEqual([])
  })
})
