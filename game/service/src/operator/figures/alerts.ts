import { increaseOf } from './day-ring.ts'
import { seriesOf } from './parse-metrics.ts'
import type { Sample, Scrape } from './sample.ts'

/** An alert of ops/prometheus/rules.yml that these figures decide, with the same limit. */
type Rule = {
  name: string
  /** Minutes for which the condition must hold. */
  minutes: number
  runbook: string
}

/** Limits are those of the file, which a test compares. */
export const RULES = {
  BullringDown: { minutes: 1, runbook: 'service-down.md' },
  BullringComponentDown: { minutes: 2, runbook: 'service-down.md' },
  BullringIndexLags: { minutes: 2, runbook: 'rpc-down-or-lagging.md', above: 60 },
  BullringKeeperMissing: { minutes: 5, runbook: 'keeper-stopped.md' },
  BullringKeeperAlarm: { minutes: 2, runbook: 'keeper-stopped.md' },
  BullringBetsMissing: { minutes: 0, runbook: 'index-mismatch.md', above: 0, within: 15 },
  BullringDeepReorg: { minutes: 0, runbook: 'deep-reorg.md', above: 20, within: 10 },
  BullringChangesNotBackedUp: { minutes: 5, runbook: 'backup-fails.md', above: 600 },
  BullringBackupOld: { minutes: 10, runbook: 'backup-fails.md', above: 93_600 },
  BullringErrors: { minutes: 5, runbook: 'service-down.md', above: 1, within: 5 },
} as const satisfies Record<string, Omit<Rule, 'name'> & { above?: number; within?: number }>

type RuleName = keyof typeof RULES

/** An alert that is raised. */
export type Alert = { rule: string; subject: string; runbook: string }

const SEPARATOR = '\n'

/** Returns the conditions that hold, for the next sample. */
export function conditionsOf(
  scrapes: readonly Scrape[],
  before: readonly Sample[],
  { atS, hasKeeper }: { atS: number; hasKeeper: boolean },
): ReadonlySet<string> {
  const held = (rule: RuleName, subject: string) => `${rule}${SEPARATOR}${subject}`
  const answered = scrapes.flatMap((scrape) => (scrape.state === 'up' ? [scrape] : []))
  const all = answered.flatMap(({ series }) => series)
  const { BullringIndexLags: lags } = RULES
  const keepers = seriesOf(all, 'component_up', { component: /^keeper( .+)?$/ })
  return new Set([
    ...scrapes.flatMap(({ name, state }) => (state === 'up' ? [] : held('BullringDown', name))),
    ...answered.flatMap(({ name, series }) =>
      seriesOf(series, 'component_up')
        .filter(({ value }) => value === 0)
        .map(({ labels }) => held('BullringComponentDown', `${name}: ${labels['component']}`)),
    ),
    ...seriesOf(all, 'index_lag_seconds')
      .filter(({ value }) => value > lags.above)
      .map(({ labels }) => held('BullringIndexLags', labels['market'] ?? '')),
    ...exceeding('BullringChangesNotBackedUp', 'backup_waiting_seconds', all),
    ...exceeding('BullringBackupOld', 'backup_age_seconds', all),
    ...(hasKeeper && keepers.length === 0 ? [held('BullringKeeperMissing', 'keeper')] : []),
    ...seriesOf(all, 'keeper_alarm')
      .filter(({ value }) => value === 1)
      .map(({ labels }) => held('BullringKeeperAlarm', `${labels['market']}: ${labels['alarm']}`)),
    ...grown('BullringBetsMissing', 'mismatches', before, atS).map((rule) => held(rule, 'index')),
    ...grown('BullringDeepReorg', 'reorg_blocks', before, atS).map((rule) => held(rule, 'index')),
    ...grown('BullringErrors', 'errors', before, atS).map((rule) => held(rule, 'services')),
  ])
}

/** Only the process that runs on the bundled database has these figures. */
function exceeding(
  rule: 'BullringChangesNotBackedUp' | 'BullringBackupOld',
  name: string,
  series: Parameters<typeof seriesOf>[0],
): string[] {
  const isAbove = seriesOf(series, name).some(({ value }) => value > RULES[rule].above)
  return isAbove ? [`${rule}${SEPARATOR}database`] : []
}

const MINUTE_S = 60

/** Errors are counted a second, the others as they are. */
function grown(
  rule: 'BullringBetsMissing' | 'BullringDeepReorg' | 'BullringErrors',
  counter: 'mismatches' | 'reorg_blocks' | 'errors',
  samples: readonly Sample[],
  atS: number,
): RuleName[] {
  const { above, within } = RULES[rule]
  const recent = samples.filter((sample) => sample.atS >= atS - within * MINUTE_S)
  const growth = increaseOf(recent, counter) ?? 0
  const figure = rule === 'BullringErrors' ? growth / (within * MINUTE_S) : growth
  return figure > above ? [rule] : []
}

/** Returns the alerts whose conditions have held for long enough: in each sample of that time. */
export function activeAlerts(samples: readonly Sample[]): Alert[] {
  const newest = samples.at(-1)
  if (newest === undefined) return []
  return [...newest.conditions].flatMap((condition) => {
    const [rule = '', subject = ''] = condition.split(SEPARATOR)
    const { minutes, runbook } = RULES[rule as RuleName]
    const recent = samples.slice(-(minutes + 1))
    const isLong = recent.length > minutes
    const holds = isLong && recent.every(({ conditions }) => conditions.has(condition))
    return holds ? [{ rule, subject, runbook }] : []
  })
}
