import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'
import { formatEther } from 'viem'

export type Metrics = ReturnType<typeof createMetrics>

/** Outcomes of operations. */
const OUTCOMES = ['success', 'reverted', 'failed'] as const

/** Creates the metrics of the bundler. */
export function createMetrics() {
  const { gauge, counter, histogram: _, ...service } = createServiceMetrics()
  const calls = counter('bundler_calls_total', 'JSON-RPC calls', ['method', 'outcome'])
  const operations = counter('bundler_operations_total', 'Operations that ended', ['outcome'])
  // An alert compares outcomes: if one had no series, it would never fire.
  for (const outcome of OUTCOMES) operations.inc({ outcome }, 0)
  const cost = counter('bundler_cost_bnb_total', 'What mined transactions cost')
  const replaced = counter(
    'bundler_replacements_total',
    'Transactions replaced by ones that pay more',
  )
  const cancelled = counter(
    'bundler_cancellations_total',
    'Operations that gave up their place because gas became too expensive for them',
  )
  const balance = gauge('bundler_relayer_balance_bnb', 'Balance of the relayer')
  const isLow = gauge(
    'bundler_relayer_balance_low',
    '1 while it is below half of BUNDLER_BUDGET_PER_DAY',
  )
  const budget = gauge('bundler_budget_bnb', 'Most that sponsored operations cost in a UTC day')
  const spent = gauge('bundler_budget_spent_bnb', "What is used of today's budget")
  return {
    ...service,
    budget: (day: bigint, used: bigint) => {
      budget.set(Number(formatEther(day)))
      spent.set(Number(formatEther(used)))
    },
    call: (method: string, outcome: string) => calls.inc({ method, outcome }),
    ended: (outcome: (typeof OUTCOMES)[number], wei: bigint) => {
      operations.inc({ outcome })
      cost.inc(Number(formatEther(wei)))
    },
    replaced: () => replaced.inc(),
    cancelled: () => cancelled.inc(),
    balance: (wei: bigint, min: bigint) => {
      balance.set(Number(formatEther(wei)))
      isLow.set(wei < min ? 1 : 0)
    },
  }
}
