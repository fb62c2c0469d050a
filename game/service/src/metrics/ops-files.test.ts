import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsOf, missingLabels } from '@bullring/server/testing/query-labels'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { createMetrics } from './create-metrics.ts'

const FILES = [
  'ops/prometheus/rules.yml',
  'ops/prometheus/rules-cluster.yml',
  'ops/grafana/dashboard.json',
  'ops/grafana/dashboard-cluster.json',
]
/** Names of metrics, without those of the wallet service. */
const METRIC = /bullring_(?!wallet_)\w+/g

describe('createMetrics', () => {
  test.each(FILES)('has the metrics that %s uses', async (file) => {
    const content = await readFile(join(repositoryRoot, file), 'utf8')
    const metrics = createMetrics(Date.now)
    const known = new Set(
      [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    )
    const used = [...content.matchAll(METRIC)].map(([name]) =>
      name.replace(/_(?:bucket|count)$/, ''),
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })

  test.each(FILES)('has metrics with the labels that %s uses', async (file) => {
    const content = await readFile(join(repositoryRoot, file), 'utf8')
    const labels = labelsOf(() => createMetrics(Date.now))
    expect(labels.get('bullring_keeper_alarm')).toContain('alarm')
    expect(missingLabels(content, labels)).toEqual([])
    const renamed = content.replaceAll(/\bmarket\b/g, 'asset')
    expect(missingLabels(renamed, labels)).not.toEqual([])
  })

  test('counts the open live streams of each market', async () => {
    const metrics = createMetrics(Date.now)
    metrics.watchStreams('BNB', () => 7)
    expect(await metrics.text()).toContain('bullring_stream_clients{market="BNB"} 7')
  })

  test('has no value for the replica of a process that has none', async () => {
    const metrics = createMetrics(Date.now)
    expect(await metrics.text()).not.toMatch(/^bullring_replica_used/m)
    metrics.replicaUsed(false)
    expect(await metrics.text()).toMatch(/^bullring_replica_used 0$/m)
  })

  test('every alert names a runbook that exists', async () => {
    const rules = await readFile(join(repositoryRoot, 'ops/prometheus/rules-cluster.yml'), 'utf8')
    const runbooks = [...rules.matchAll(/runbook: (\S+)/g)].map(([, path]) => path ?? '')
    expect(runbooks).toHaveLength(rules.match(/- alert:/g)?.length ?? 0)
    for (const path of new Set(runbooks)) {
      const text = await readFile(join(repositoryRoot, path), 'utf8')
      for (const [, alert] of rules.matchAll(/- alert: (\S+)/g)) expect(text).toContain(alert)
    }
  })
})
