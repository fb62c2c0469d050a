import { toPriceE8 } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { RoundEvidence } from '#chain/contract/round-evidence.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { formatPriceChange } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { deriveProof } from './derive-proof.ts'
import styles from './proof-report.module.css'
import { ChainAddress, ProofSteps, Verdict } from './proof-steps.tsx'
import { useRoundEvidence } from './use-round-evidence.ts'
import { VERIFY_MESSAGES } from './verify-messages.ts'

type ProofReportProps = { round: Round; explorerUrl: string | null }

/** Derives a round's result from the chain, step by step. */
export function ProofReport({ round, explorerUrl }: ProofReportProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { data, isError, isFetching, refetch } = useRoundEvidence(round)
  if (data) return <Proven evidence={data} round={round} explorerUrl={explorerUrl} />
  if (!isError) return <ProofSteps proof={null} evidence={null} round={round} />
  return (
    <div className={styles['failed']} role="alert">
      <p>{messages.failed}</p>
      <Button tone="quiet" isPending={isFetching} onClick={() => void refetch()}>
        {messages.retry}
      </Button>
    </div>
  )
}

type ProvenProps = ProofReportProps & { evidence: RoundEvidence }

function Proven({ evidence, round, explorerUrl }: ProvenProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { prediction } = useMarket()
  const proof = deriveProof(evidence, round)
  return (
    <>
      {proof.isProven && <PlainResult round={round} />}
      <Verdict isProven={proof.isProven} />
      <ProofSteps proof={proof} evidence={evidence} round={round} />
      <p className={styles['source']}>
        {messages.source({ block: evidence.blockNumber })} {messages.contract}{' '}
        <ChainAddress address={prediction} explorerUrl={explorerUrl} />, {messages.feed}{' '}
        <ChainAddress address={evidence.terms.oracle} explorerUrl={explorerUrl} />
      </p>
    </>
  )
}

/** The result in one sentence; nothing for a round without a winner, which the steps explain. */
function PlainResult({ round: { epoch, state, priceChange } }: { round: Round }) {
  const messages = useMessages(VERIFY_MESSAGES)
  const winner = state.kind === 'settled' ? state.winner : null
  if (winner === null || priceChange === null) return null
  const size = toPriceE8(priceChange < 0n ? -priceChange : priceChange)
  const change = formatPriceChange(size).replace('+', '')
  return <p className={styles['plain']}>{messages.plain({ epoch, change, winner })}</p>
}
