import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { PriceE8 } from '@bullring/prediction/units'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { StrikeProof } from './derive-proof.ts'
import { Formula, Row, Rows } from './proof-rows.tsx'
import { STRIKE_VERDICT_MESSAGES, VERIFY_MESSAGES } from './verify-messages.ts'

/** Selects the aggregator's counter from an oracle round id. The bits above are the phase of Chainlink's proxy. */
const COUNTER_MASK = (1n << 64n) - 1n

/**
 * The oracle answer that settled a strike, and why it is the right one.
 *
 * @param props.shown - The price on the page.
 */
export function StrikeNumbers({ proof, shown }: { proof: StrikeProof; shown: PriceE8 | null }) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { due, evidence, verdict, isProven } = proof
  const { settling, before, oracleRoundId } = evidence
  const hasRound = oracleRoundId !== 0n
  return (
    <>
      <p>{useMessages(STRIKE_VERDICT_MESSAGES)[verdict]}</p>
      {!isProven && shown !== null && <p>{messages.pageShows({ price: formatPrice(shown) })}</p>}
      {hasRound && (
        <Rows>
          <OracleRow label={messages.before} id={oracleRoundId - 1n} round={before} />
          <Row label={messages.due}>{messages.at({ time: formatTime(due) })}</Row>
          <OracleRow label={messages.settling} id={oracleRoundId} round={settling} isStrong />
        </Rows>
      )}
      {before && settling && (
        <Formula>{`${before.updatedAt} < ${due} \u2264 ${settling.updatedAt}`}</Formula>
      )}
    </>
  )
}

type OracleRowProps = { label: string; id: bigint; round: OracleRound | null; isStrong?: boolean }

function OracleRow({ label, id, round, isStrong = false }: OracleRowProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const price = round && formatPrice(round.price)
  return (
    <Row label={`${label} #${id & COUNTER_MASK}`} title={`${id}`}>
      {round === null ? messages.noRound : messages.at({ time: formatTime(round.updatedAt) })}{' '}
      {price !== null && (isStrong ? <b>{price}</b> : price)}
    </Row>
  )
}
