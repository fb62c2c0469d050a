import type { Position, PotSplit } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { toWei } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { RoundEvidence } from '#chain/contract/round-evidence.ts'
import {
  formatBnb,
  formatMultiple,
  formatPercent,
  formatPrice,
  formatTime,
} from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { POSITION_MESSAGES } from '#ui/position-messages.ts'
import type { RoundProof } from './derive-proof.ts'
import { Formula, Row, Rows } from './proof-rows.tsx'
import { VERIFY_MESSAGES, type VerifyMessages } from './verify-messages.ts'

type NumbersProps = { proof: RoundProof; evidence: RoundEvidence }

/** The times, derived from genesis, interval and epoch, and the prices' due times, derived from the delay. */
export function TimesNumbers({ proof, evidence, round }: NumbersProps & { round: Round }) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { genesisTimestamp, intervalSeconds, strikeDelay } = evidence.terms
  const { lockTimestamp, closeTimestamp } = proof.times.derived
  return (
    <>
      <Rows>
        <Row label={messages.locks}>{messages.at({ time: formatTime(lockTimestamp) })}</Row>
        <Row label={messages.closes}>{messages.at({ time: formatTime(closeTimestamp) })}</Row>
        {strikeDelay > 0 && (
          <Row label={messages.pricesDue}>{messages.laterBy({ seconds: strikeDelay })}</Row>
        )}
      </Rows>
      <Formula>
        {messages.genesisFormula}
        <br />
        {genesisTimestamp} + {round.epoch.toString()} × {intervalSeconds} = {lockTimestamp}
      </Formula>
    </>
  )
}

/** The stakes on chain. */
export function PoolNumbers({ proof: { pool } }: { proof: RoundProof }) {
  const sides = useMessages(POSITION_MESSAGES)
  return (
    <Formula>
      {sides.bull} {formatBnb(pool.bullAmount)} + {sides.bear} {formatBnb(pool.bearAmount)} ={' '}
      <b>{formatBnb(pool.pot)} BNB</b>
    </Formula>
  )
}

/** The winner, from the two prices. */
export function ResultNumbers({ proof: { result, lock, close } }: { proof: RoundProof }) {
  const messages = useMessages(VERIFY_MESSAGES)
  const hasPrices = lock.verdict === 'first' && close.verdict === 'first'
  const [from, to] = [lock.evidence.price, close.evidence.price]
  const sign = to === from ? '=' : to > from ? '>' : '<'
  return (
    <>
      <p>{resultText(result.state, messages)}</p>
      {hasPrices && (
        <Formula>
          {messages.compared({ close: formatPrice(to), sign, lock: formatPrice(from) })}
        </Formula>
      )}
    </>
  )
}

/** Matched stakes, fee, reward, returned stakes, and payout multiples. */
export function PayoutNumbers({ proof: { payout, pool, result }, evidence }: NumbersProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  if (pool.pot === 0n) return <p>{messages.noBets}</p>
  if (payout.split === null) {
    return (
      <p>
        {result.state.kind === 'refund' ? messages.refunded : resultText(result.state, messages)}
      </p>
    )
  }
  const side = (position: Position) => (
    <Row label={messages.multiple({ position })}>
      {formatBnb(payout.splits[position].rewardAmount)} / {formatBnb(pool[`${position}Amount`])} ={' '}
      <b>{formatMultiple(payout.multiples[position])}</b>
    </Row>
  )
  return (
    <Rows>
      <SplitRows split={payout.split} evidence={evidence} />
      {side('bull')}
      {side('bear')}
    </Rows>
  )
}

const HUNDREDTHS = 100

/** The division of the pot: `W` are the winning stakes, `L` the losing stakes (R-ROUND-13, R-ROUND-14). */
function SplitRows({ split, evidence }: { split: PotSplit; evidence: RoundEvidence }) {
  const messages = useMessages(VERIFY_MESSAGES)
  const language = useLanguage()
  const { winningAmount, losingAmount, rewardAmount, treasuryAmount, returnedAmount } = split
  const { maxPayoutMultiple } = evidence.terms
  const matched = toWei(losingAmount - returnedAmount)
  const [won, lost, atStake] = [winningAmount, losingAmount, matched].map(formatBnb)
  return (
    <>
      {maxPayoutMultiple > 0 && (
        <Row label={messages.matched}>
          min({lost}, {won} × {(maxPayoutMultiple - HUNDREDTHS) / HUNDREDTHS}) = {atStake}
        </Row>
      )}
      <Row label={messages.fee}>
        min(({won} + {atStake}) × {formatPercent(evidence.treasuryFee, language)}, {atStake}) ={' '}
        {formatBnb(treasuryAmount)}
      </Row>
      <Row label={messages.reward}>
        {won} + {atStake} − {formatBnb(treasuryAmount)} = {formatBnb(rewardAmount)} BNB
      </Row>
      {returnedAmount > 0n && (
        <Row label={messages.returned}>
          {lost} − {atStake} = <b>{formatBnb(returnedAmount)} BNB</b>
        </Row>
      )}
    </>
  )
}

/** Says how a round ended. */
function resultText(state: RoundState, messages: VerifyMessages): string {
  switch (state.kind) {
    case 'settled':
      return messages.sideWon({ winner: state.winner ?? 'none' })
    case 'refund':
      return {
        'one-sided': messages.refundOneSided,
        tie: messages.refundTie,
        'no-price': messages.refundNoPrice,
      }[state.reason]
    case 'empty':
      return messages.noBets
    case 'open':
    case 'locked':
    case 'settling':
      return messages.notDecided
  }
}
