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

/** A leader, its standby and a node of the API, for an hour. */
const NODES = {
  'bullring_index_leader{market="BNB",instance="index1"}': '1x60',
  'bullring_index_leader{market="BNB",instance="index2"}': '0x60',
  'bullring_replica_used{instance="api1"}': '1x60',
}

describe.skipIf(PROMTOOL === null)('of a cluster', () => {
  const firing = async (alertname: string, changes: Readonly<Record<string, string>>) => {
    const series = Object.entries({ ...NODES, ...changes })
    const expr = `count(ALERTS{alertname="${alertname}", alertstate="firing"}) or vector(0)`
    const rules = {
      rule_files: [join(repositoryRoot, 'ops/prometheus/rules-cluster.yml')],
      tests: [1, 0].map((value) => ({
        interval: '1m',
        input_series: (value === 1 ? series : Object.entries(NODES)).map(([name, values]) => ({
          series: name,
          values,
        })),
        promql_expr_test: [{ expr, eval_time: '50m', exp_samples: [{ labels: '{}', value }] }],
      })),
    }
    const written = join(folder, `${alertname}.json`)
    await writeFile(written, JSON.stringify(rules))
    return await promtool('test', 'rules', written)
  }

  test.each([
    ['no process with the role index responds', 'BullringNoIndexLeader', 'stale'],
    ['both stand by', 'BullringNoIndexLeader', '0x60'],
  ])('%s: %s fires', async (_, alertname, after) => {
    const values = after === 'stale' ? '1x5 stale' : after
    const changes = {
      'bullring_index_leader{market="BNB",instance="index1"}': values,
      'bullring_index_leader{market="BNB",instance="index2"}': values,
    }
    expect(await firing(alertname, changes)).toContain('SUCCESS')
  })

  test('a replica that is not read: BullringReplicaUnused fires', async () => {
    const changes = { 'bullring_replica_used{instance="api1"}': '0x60' }
    expect(await firing('BullringReplicaUnused', changes)).toContain('SUCCESS')
  })
})

test('every alert has a runbook that names it', async () => {
  for (const file of filesOf('ops/prometheus/rules*.yml')) {
    const rules = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [, alert = '', path = ''] of rules.matchAll(
      /- alert: (\S+)[\s\S]*?runbook: (\S+)/g,
    )) {
      expect(await readFile(join(repositoryRoot, path), 'utf8'), path).toContain(alert)
    }
  }
})

/** Components of one market: a process of several has the market's symbol in their names (readiness.ts). */
const OF_MARKETS = ['chain', 'index', 'audit', 'keeper']

test('every query for a component of a market finds it in a process of several markets', async () => {
  let queries = 0
  for (const file of filesOf('{ops/prometheus/*.yml,ops/grafana/*.json,docs/**/*.md}')) {
    const text = (await readFile(join(repositoryRoot, file), 'utf8')).replaceAll('\\"', '"')
    for (const [query, operator = '', value = ''] of text.matchAll(/component(=~|=)"([^"]+)"/g)) {
      const matcher = operator === '=' ? RegExp.escape(value) : value
      const finds = (component: string) => new RegExp(`^(?:${matcher})$`).test(component)
      const found = OF_MARKETS.filter(finds)
      for (const name of found) expect(finds(`${name} BTC`), `${file}: ${query}`).toBe(true)
      queries += found.length
    }
  }
  expect(queries).toBeGreaterThan(2)
})

describe.skipIf(PROMTOOL === null)('with two markets', () => {
  const KEEPERS = ['keeper BNB', 'keeper BTC']

  test.each([
    ['both keepers report', KEEPERS, 0],
    ['no keeper reports', [], 1],
  ])('%s: BullringKeeperMissing', async (_, keepers, value) => {
    const series = ['index BNB', 'index BTC', ...keepers].map((component) => ({
      series: `bullring_component_up{job="bullring-game",component="${component}"}`,
      values: '1x20',
    }))
    const expr =
      'count(ALERTS{alertname="BullringKeeperMissing", alertstate="firing"}) or vector(0)'
    const rules = {
      rule_files: [join(repositoryRoot, 'ops/prometheus/rules.yml')],
      tests: [
        {
          interval: '1m',
          input_series: series,
          promql_expr_test: [{ expr, eval_time: '15m', exp_samples: [{ labels: '{}', value }] }],
        },
      ],
    }
    const written = join(folder, 'two-markets.json')
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

test('the configuration for compose names every service of ours at its port', async () => {
  const compose = await readFile(join(repositoryRoot, 'compose.yaml'), 'utf8')
  const config = await readFile(
    join(repositoryRoot, 'ops/prometheus/prometheus.compose.yml'),
    'utf8',
  )
  const services = [...compose.matchAll(/^ {2}(\w+):\n {4}<<: \*limits\n(?:(?: {4}.*)?\n)+/gm)]
  expect(services.length).toBeGreaterThan(6)
  for (const [text, name = ''] of services) {
    const port = /^ {6}PORT: (\d+)$/m.exec(text)?.[1] ?? '4000'
    expect(config).toContain(`- job_name: bullring-${name}\n`)
    expect(config).toContain(`targets: ['${name}:${port}']`)
  }
})
