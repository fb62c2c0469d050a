import type { Position } from '@bullring/prediction/payout'
import type { Round } from '#api/round.ts'
import type { RoundEvidence } from '#chain/round-evidence.ts'
import { useWords } from '#i18n/language.ts'
import { formatBnb, formatMultiple, formatPercent, formatPrice } from '#ui/format.ts'
import { POSITION_WORDS } from '#ui/position-words.ts'
import type { RoundProof } from './derive-proof.ts'
import { Formula, Row, Rows } from './proof-rows.tsx'
import { VERIFY_WORDS } from './verify-words.ts'

type NumbersProps = { proof: RoundProof; evidence: RoundEvidence }

/** Rounds follow the clock: their times are arithmetic. */
export function TimesNumbers({ proof, evidence, round }: NumbersProps & { round: Round }) {
  const words = useWords(VERIFY_WORDS)
  const { genesisTimestamp, intervalSeconds } = evidence.terms
  const { lockTimestamp, closeTimestamp } = proof.times.derived
  return (
    <>
      <Rows>
        <Row label={words.locks}>{words.at(lockTimestamp)}</Row>
        <Row label={words.closes}>{words.at(closeTimestamp)}</Row>
      </Rows>
      <Formula>
        {words.genesisFormula}
        <br />
        {genesisTimestamp} + {round.epoch.toString()} × {intervalSeconds} = {lockTimestamp}
      </Formula>
    </>
  )
}

/** What is staked, as the contract has it. */
export function PoolNumbers({ proof: { pool } }: { proof: RoundProof }) {
  const sides = useWords(POSITION_WORDS)
  return (
    <Formula>
      {sides.bull} {formatBnb(pool.bullAmount)} + {sides.bear} {formatBnb(pool.bearAmount)} ={' '}
      <b>{formatBnb(pool.pot)} BNB</b>
    </Formula>
  )
}

/** Who won, from the two prices. */
export function ResultNumbers({ proof: { result, lock, close } }: { proof: RoundProof }) {
  const words = useWords(VERIFY_WORDS)
  const hasPrices = lock.verdict === 'first' && close.verdict === 'first'
  const [from, to] = [lock.evidence.price, close.evidence.price]
  const sign = to === from ? '=' : to > from ? '>' : '<'
  return (
    <>
      <p>{words.result(result.state)}</p>
      {hasPrices && <Formula>{words.compared(formatPrice(to), sign, formatPrice(from))}</Formula>}
    </>
  )
}

/** What a stake brings. */
export function PayoutNumbers({ proof: { payout, pool, result }, evidence }: NumbersProps) {
  const words = useWords(VERIFY_WORDS)
  if (pool.pot === 0n) return <p>{words.nobody}</p>
  if (payout.split === null) {
    return <p>{result.state.kind === 'refund' ? words.stakesBack : words.result(result.state)}</p>
  }
  const { rewardAmount, treasuryAmount } = payout.split
  const side = (position: Position) => (
    <Row label={words.multiple(position)}>
      {formatBnb(rewardAmount)} / {formatBnb(pool[`${position}Amount`])} ={' '}
      <b>{formatMultiple(payout.multiples[position])}</b>
    </Row>
  )
  return (
    <Rows>
      <Row label={words.fee}>
        {formatBnb(pool.pot)} × {formatPercent(evidence.treasuryFee)} = {formatBnb(treasuryAmount)}
      </Row>
      <Row label={words.reward}>
        {formatBnb(pool.pot)} − {formatBnb(treasuryAmount)} = {formatBnb(rewardAmount)} BNB
      </Row>
      {side('bull')}
      {side('bear')}
    </Rows>
  )
}
