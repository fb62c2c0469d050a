import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { OracleRound } from '#chain/round-evidence.ts'
import { useWords } from '#i18n/language.ts'
import { formatPrice } from '#ui/format.ts'
import type { StrikeProof } from './derive-proof.ts'
import { Formula, Row, Rows } from './proof-rows.tsx'
import { VERIFY_WORDS } from './verify-words.ts'

/** Low half of an oracle round id: the feed's own counter; the rest names the feed behind the proxy. */
const COUNTER_MASK = (1n << 64n) - 1n

/** Which oracle answer made a price, and why this one. @param props.shown - The price on the page. */
export function StrikeNumbers({ proof, shown }: { proof: StrikeProof; shown: PriceE8 | null }) {
  const words = useWords(VERIFY_WORDS)
  const { due, evidence, verdict, isProven } = proof
  const { settling, before, oracleRoundId } = evidence
  const hasRound = oracleRoundId !== 0n
  return (
    <>
      <p>{words.verdicts[verdict]}</p>
      {!isProven && shown !== null && <p>{words.pageShows(formatPrice(shown))}</p>}
      {hasRound && (
        <Rows>
          <OracleRow label={words.before} id={oracleRoundId - 1n} round={before} />
          <Row label={words.due}>{words.at(due)}</Row>
          <OracleRow label={words.settling} id={oracleRoundId} round={settling} isStrong />
        </Rows>
      )}
      {before && settling && (
        <Formula>{order([before.updatedAt, '<', due, '\u2264', settling.updatedAt])}</Formula>
      )}
    </>
  )
}

function order(parts: readonly (UnixSeconds | string)[]): string {
  return parts.join(' ')
}

type OracleRowProps = { label: string; id: bigint; round: OracleRound | null; isStrong?: boolean }

function OracleRow({ label, id, round, isStrong = false }: OracleRowProps) {
  const words = useWords(VERIFY_WORDS)
  const price = round && formatPrice(round.price)
  return (
    <Row label={`${label} #${id & COUNTER_MASK}`} title={`${id}`}>
      {round === null ? words.noRound : words.at(round.updatedAt)}{' '}
      {price !== null && (isStrong ? <b>{price}</b> : price)}
    </Row>
  )
}
