import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { PROMTOOL, promtool } from './prometheus.ts'

const filesOf = (pattern: string) => globSync(pattern, { cwd: repositoryRoot }).toSorted()

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-rules-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lists the expressions of a dashboard, with values for Grafana's variables. */
function expressionsIn(dashboard: string): string[] {
  const found = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)]
  return found.map(([, text = '""']) =>
    String(JSON.parse(text)).replaceAll(/\$__(?:rate_interval|interval|range)/g, '5m'),
  )
}

/** A service that has just started counts one more each minute. */
const FIRST_HALF_HOUR = '0x5 0+1x30'

describe.skipIf(PROMTOOL === null)('in the first hour after a start', () => {
  test.each([
    ['BullringManyRecoveries', 'bullring_vault_recovery_shares_total{action="released"}'],
    ['BullringOperationsFail', 'bullring_bundler_operations_total{outcome="reverted"}'],
  ])('%s fires', async (alertname, series) => {
    const expr = `count(ALERTS{alertname="${alertname}", alertstate="firing"})`
    const others = ['{outcome="success"}', '{outcome="failed"}'].map((labels) => ({
      series: `bullring_bundler_operations_total${labels}`,
      values: '0x35',
    }))
    const rules = {
      rule_files: filesOf('ops/prometheus/rules*.yml').map((file) => join(repositoryRoot, file)),
      tests: [
        {
          interval: '1m',
          input_series: [{ series, values: FIRST_HALF_HOUR }, ...others],
          promql_expr_test: [{ expr, eval_time: '35m', exp_samples: [{ labels: '{}', value: 1 }] }],
        },
      ],
    }
    const written = join(folder, `${alertname}.json`)
    await writeFile(written, JSON.stringify(rules))
    expect(await promtool('test', 'rules', written)).toContain('SUCCESS')
  })
})

describe.skipIf(PROMTOOL === null)('Prometheus accepts', () => {
  test.each(filesOf('ops/prometheus/rules*.yml'))('the rules of %s', async (file) => {
    expect(await promtool('check', 'rules', join(repositoryRoot, file))).toContain('SUCCESS')
  })

  test.each(filesOf('ops/grafana/*.json'))('the queries of %s', async (file) => {
    const expressions = expressionsIn(await readFile(join(repositoryRoot, file), 'utf8'))
    const rules = expressions.map((expr, index) => ({ record: `query:${index}`, expr }))
    const written = join(folder, 'queries.yml')
    await writeFile(written, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
    expect(await promtool('check', 'rules', written)).toContain(
      `SUCCESS: ${rules.length} rules found`,
    )
  })
})
