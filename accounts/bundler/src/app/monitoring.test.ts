import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsOf, missingLabels } from '@bullring/server/testing/query-labels'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMetrics } from '../metrics/create-metrics.ts'
import { RELAYER, startTestBundler, type TestBundler } from '../testing/start-test-bundler.ts'

const TOKEN = 'token-of-the-monitoring'

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'), {
    METRICS_TOKEN: TOKEN,
    BUNDLER_BUDGET_PER_DAY: '10',
  })
})
afterAll(() => bundler.stop())

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return await (await fetch(`${bundler.url()}/metrics`, { headers })).text()
}

test('raises the alarm once the relayer has less than half the daily budget', async () => {
  await expect.poll(metrics).toMatch(/^bullring_bundler_relayer_balance_low 0$/m)
  await bundler.rpc('anvil_setBalance', [RELAYER, numberToHex(parseEther('4.5'))])
  await bundler.restart({})
  await expect.poll(metrics).toMatch(/^bullring_bundler_relayer_balance_low 1$/m)
  expect(await metrics()).toMatch(/^bullring_bundler_relayer_balance_bnb 4\.5$/m)
})

test('counts each outcome of operations from 0, so that the alert can compare them', async () => {
  const text = await metrics()
  for (const outcome of ['success', 'reverted', 'failed'])
    expect(text).toContain(`bullring_bundler_operations_total{outcome="${outcome}"} 0`)
})

test('has the metrics that dashboard and alerts use', async () => {
  const known = new Set([...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['ops/prometheus/rules-bundler.yml', 'ops/grafana/dashboard-bundler.json']) {
    const content = await readFile(join(repositoryRoot, file), 'utf8')
    const used = new Set([...content.matchAll(/bullring_\w+/g)].map(([name]) => name))
    expect(used.size).toBeGreaterThan(1)
    expect(
      [...used].filter((name) => !known.has(name)),
      file,
    ).toEqual([])
    expect(missingLabels(content, labelsOf(createMetrics)), file).toEqual([])
  }
})
