import type { ScenarioResult } from './run-scenario.ts'
import type { Estimate } from './statistics.ts'

export type TableRow = { name: string; rules: string; result: ScenarioResult }

const HEADER = [
  'bot, pools',
  'rules',
  'rounds',
  'profit per BNB staked',
  'profit per round, BNB',
  'gain over a blind bet',
  'best multiple',
  'worst right prediction',
] as const

/** Formats the results as a Markdown table; estimates with their 95 % confidence interval. */
export function formatTable(rows: readonly TableRow[]): string {
  const cells = rows.map(({ name, rules, result }) => [
    name,
    rules,
    result.rounds.toLocaleString('en'),
    percent(result.profitPerStake),
    amount(result.profitPerRound),
    percent(result.gainOverBlindBet),
    `${result.bestMultiple.toLocaleString('en', { maximumFractionDigits: 2 })}x`,
    signed(result.worstRightPrediction * 100, 2, ' %'),
  ])
  const widths = HEADER.map((title, i) =>
    Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(HEADER), rule, ...cells.map(line)].join('\n')
}

function percent({ value, low, high }: Estimate): string {
  const digits = Math.abs(value) >= 1 ? 0 : 1
  return `${signed(value * 100, digits, ' %')} (${signed(low * 100, digits)} to ${signed(high * 100, digits)})`
}

function amount({ value, low, high }: Estimate): string {
  return `${signed(value, 4)} (${signed(low, 4)} to ${signed(high, 4)})`
}

function signed(value: number, digits: number, unit = ''): string {
  const text = value.toLocaleString('en', {
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${text}${unit}`
}
