import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../../metrics/create-metrics.ts'
import { activeAlerts, conditionsOf, RULES } from './alerts.ts'
import { DayRing, increaseOf, p95Of } from './day-ring.ts'
import { parseMetrics } from './parse-metrics.ts'
import { loadOf, nodesOf } from './report-figures.ts'
import { countsOf, nodeKey, type Sample } from './sample.ts'

const MINUTE = 60

function sample(minute: number, counts: Record<string, number>, service = 'game'): Sample {
  const map = new Map([[service, counts]])
  return { atS: minute * MINUTE, counts: map, conditions: new Set() }
}

describe('parseMetrics', () => {
  test('reads names, labels with escapes, and numbers of any form', () => {
    const text = [
      '# HELP a text',
      'bullring_up 1',
      'bullring_b{x="a\\"b\\\\c\\nd",le="+Inf"} 2.5e3 1700000000000',
      'bullring_c{y=""} +Inf',
      'not a line at all',
    ].join('\n')
    expect(parseMetrics(text)).toEqual([
      { name: 'bullring_up', labels: {}, value: 1 },
      { name: 'bullring_b', labels: { x: 'a"b\\c\nd', le: '+Inf' }, value: 2_500 },
      { name: 'bullring_c', labels: { y: '' }, value: Number.POSITIVE_INFINITY },
    ])
  })
})

describe('increaseOf', () => {
  test('adds up services, and counts what a new process has counted', () => {
    const samples = [
      sample(0, { errors: 10 }),
      sample(1, { errors: 12 }),
      sample(2, { errors: 3 }),
      sample(3, { errors: 100 }, 'wallet'),
      sample(4, { errors: 101 }, 'wallet'),
    ]
    expect(increaseOf(samples, 'errors')).toBe(2 + 3 + 1)
  })

  test('is unknown where no service has the counter', () => {
    expect(increaseOf([sample(0, {}), sample(1, {})], 'mails_sent')).toBeNull()
  })
})

describe('countsOf', () => {
  test('counts errors, request times and nodes as the real metrics write them', async () => {
    const metrics = createMetrics(Date.now)
    metrics.ofMarket('BNB', () => null)
    for (let times = 0; times < 95; times += 1)
      metrics.httpRequest({ route: '/a', method: 'GET', status: 200 }, 0.004)
    for (let times = 0; times < 5; times += 1)
      metrics.httpRequest({ route: '/b', method: 'GET', status: 503 }, 9)
    metrics.rpcRequest(1, 'refused')
    const counts = countsOf(parseMetrics(await metrics.text()))
    expect(counts).toMatchObject({ errors: 5, mismatches: 0, [nodeKey(2, 'refused')]: 1 })
    expect(counts['mails_sent']).toBeUndefined()
    const zeros = Object.fromEntries(Object.keys(counts).map((key) => [key, 0]))
    expect(p95Of([sample(0, zeros), sample(1, counts)])).toBe(0.005)
    expect(loadOf([sample(0, zeros), sample(1, counts)])).toEqual([{ at: 0, errors: 5, p95_ms: 5 }])
  })
})

describe('DayRing', () => {
  test('keeps a day, and gives a part with the sample before it', () => {
    const ring = new DayRing()
    for (let minute = 0; minute < 2_000; minute += 1) ring.add(sample(minute, {}))
    expect(ring.samples).toHaveLength(1_440)
    expect(ring.since(1_990 * MINUTE).map(({ atS }) => atS / MINUTE)[0]).toBe(1_989)
  })
})

describe('nodesOf', () => {
  test('shows neither path nor user of a node, which may be keys', () => {
    const [node] = nodesOf(['https://user:secret@node.example/key?key=1'], [], [])
    expect(JSON.stringify(node)).not.toMatch(/secret|key/)
    expect(node?.host).toBe('node.example')
  })
})

describe('alerts', () => {
  const scrape = async (state: 'up' | 'silent', metrics = createMetrics(Date.now)) => [
    state === 'up'
      ? { name: 'wallet', state, series: parseMetrics(await metrics.text()) }
      : { name: 'wallet', state },
  ]
  const options = { atS: 0, hasKeeper: false }

  test('a service that is silent for more than a minute is an alert, and one that came back is not', async () => {
    const down = { ...sample(0, {}), conditions: conditionsOf(await scrape('silent'), [], options) }
    expect(activeAlerts([down])).toEqual([])
    expect(activeAlerts([down, down])).toEqual([
      { rule: 'BullringDown', subject: 'wallet', runbook: 'service-down.md' },
    ])
    expect(activeAlerts([down, down, sample(3, {})])).toEqual([])
  })

  test('alarms of the keeper, and a missing keeper', async () => {
    const metrics = createMetrics(Date.now)
    metrics.ofMarket('BNB', () => null).keeperAlarm('oracle-late', true)
    const conditions = conditionsOf(await scrape('up', metrics), [], { atS: 0, hasKeeper: true })
    const held = { ...sample(0, {}), conditions }
    expect(activeAlerts(Array.from({ length: 6 }, () => held)).map(({ rule }) => rule)).toEqual([
      'BullringKeeperMissing',
      'BullringKeeperAlarm',
    ])
  })

  test('counters above the limit of their rule', async () => {
    const before = [
      sample(0, { mismatches: 0, errors: 0 }),
      sample(1, { mismatches: 1, errors: 301 }),
    ]
    const conditions = conditionsOf(await scrape('up'), before, { atS: MINUTE, hasKeeper: false })
    expect([...conditions].map((condition) => condition.split('\n')[0])).toEqual([
      'BullringBetsMissing',
      'BullringErrors',
    ])
  })

  test('backups that are late', async () => {
    const metrics = createMetrics(Date.now)
    const at = { atS: MINUTE, hasKeeper: false }
    const rulesOf = async (waitingSeconds: number, ageSeconds: number) => {
      metrics.backups({ waitingSeconds, waitingBytes: 1, ageSeconds })
      const series = parseMetrics(await metrics.text())
      const conditions = conditionsOf([{ name: 'game', state: 'up', series }], [], at)
      return [...conditions].map((condition) => condition.split('\n')[0])
    }
    expect(await rulesOf(600, 93_600)).toEqual([])
    expect(await rulesOf(601, 93_601)).toEqual(['BullringChangesNotBackedUp', 'BullringBackupOld'])
  })

  test('has the names, times, limits and runbooks of ops/prometheus/rules.yml', async () => {
    const file = await readFile(join(repositoryRoot, 'ops/prometheus/rules.yml'), 'utf8')
    for (const [name, rule] of Object.entries(RULES)) {
      const [, text = ''] = file.split(`- alert: ${name}\n`)
      const [own = ''] = text.split('- alert:')
      const minutes = /for: (\d+)m/.exec(own)?.[1] ?? '0'
      expect({ name, minutes: Number(minutes) }).toEqual({ name, minutes: rule.minutes })
      expect(own).toContain(`docs/runbooks/${rule.runbook}`)
      if ('above' in rule) expect(own).toMatch(new RegExp(`> ${rule.above}\\n`))
      if ('within' in rule) expect(own).toContain(`[${rule.within}m]`)
    }
  })
})
