import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsOf, missingLabels } from '@bullring/server/testing/query-labels'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { createMetrics } from './create-metrics.ts'

describe('createMetrics', () => {
  test('counts refused mails from 0, so that the alert reports the first one', async () => {
    const series = 'bullring_custody_mails_total{kind="link",outcome="used-up"}'
    expect(await createMetrics().text()).toContain(`${series} 0`)
  })

  test('has the labels that alerts use', async () => {
    const rules = join(repositoryRoot, 'ops/prometheus/rules-embedded-wallet.yml')
    const content = await readFile(rules, 'utf8')
    const labels = labelsOf(createMetrics)
    expect(labels.get('bullring_custody_mails_total')).toContain('outcome')
    expect(missingLabels(content, labels)).toEqual([])
    expect(missingLabels(content.replaceAll('outcome', 'result'), labels)).not.toEqual([])
  })
})
