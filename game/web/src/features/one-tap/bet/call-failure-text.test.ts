import type { CallFailure } from '@bullring/client/call-outcome'
import { expect, test } from 'vitest'
import { ONE_TAP_MESSAGES, type OneTapMessages } from '../one-tap-messages.ts'
import { callFailureText } from './call-failure-text.ts'

const messages = ONE_TAP_MESSAGES.texts as unknown as OneTapMessages

/** Each failure once. The compiler refuses a missing one. */
const REASONS: Readonly<Record<CallFailure, RegExp>> = {
  limit: /limit/,
  expired: /ended/,
  revoked: /revoked/,
  rate: /Too many bets/,
  locked: /locked/,
  balance: /Insufficient BNB balance/,
  ownLimit: /Your own limits/,
  offline: /No connection/,
  unavailable: /does not respond/,
  budget: /pays no more fees/,
  expensive: /fees are too high/,
  refused: /refused/,
  late: /in time/,
}

test.each(Object.entries(REASONS))(
  '%s: gives the reason, and whether anything was staked',
  (failure, reason) => {
    const { text, detail = '' } = callFailureText(messages, failure as CallFailure)
    expect(text).toMatch(reason)
    const stake =
      failure === 'unavailable' ? /If this bet still arrives/ : /Nothing was (staked|sent)/
    expect(`${text} ${detail}`).toMatch(stake)
  },
)
