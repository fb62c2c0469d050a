import type { MarketRules } from '#api/market-rules.ts'
import type { HowItWorksMessages } from './how-it-works-messages.ts'

const HUNDREDTHS = 100

/** Returns the rules of a market, a line each. */
export function howItWorks(rules: MarketRules, messages: HowItWorksMessages): readonly string[] {
  return [messages.pick, lockText(rules, messages), messages.close, ...payoutTexts(rules, messages)]
}

function lockText({ kind, strikeDelay }: MarketRules, messages: HowItWorksMessages): string {
  if (kind === 'pancake-v2') return messages.lockByOperator
  return strikeDelay > 0 ? messages.lockDelayed({ seconds: strikeDelay }) : messages.lockAtZero
}

/** What a right pick pays at least and at most, and what comes back. */
function payoutTexts(
  { kind, maxPayoutMultiple }: MarketRules,
  messages: HowItWorksMessages,
): readonly string[] {
  if (kind === 'pancake-v2') return [messages.lastToBet]
  if (maxPayoutMultiple === 0) return [messages.least, messages.lastToBet]
  return [messages.leastAndMost({ multiple: maxPayoutMultiple / HUNDREDTHS }), messages.unmatched]
}
