import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsOf, missingLabels } from '@bullring/server/testing/query-labels'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics/create-metrics.ts'
import { startTestRelay } from '../testing/start-test-relay.ts'

const TOKEN = 'token-of-the-monitoring'

test('has the metrics that dashboard and alerts use', async () => {
  const relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { variables: { METRICS_TOKEN: TOKEN } },
  )
  const headers = { authorization: `Bearer ${TOKEN}` }
  const page = await (await fetch(`${relay.httpUrl}/metrics`, { headers })).text()
  await relay.stop()
  const known = new Set([...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['ops/prometheus/rules-relay.yml', 'ops/grafana/dashboard-relay.json']) {
    const content = await readFile(join(repositoryRoot, file), 'utf8')
    const used = [...content.matchAll(/bullring_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    )
    expect(used.length).toBeGreaterThan(2)
    expect(
      used.filter((name) => !known.has(name)),
      file,
    ).toEqual([])
    expect(missingLabels(content, labelsOf(createMetrics)), file).toEqual([])
  }
})
