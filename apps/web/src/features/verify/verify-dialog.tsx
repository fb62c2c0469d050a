import type { Round } from '#api/round.ts'
import type { RoundEvidence } from '#chain/round-evidence.ts'
import { useMarket } from '#chain/use-market.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { deriveProof } from './derive-proof.ts'
import { ChainAddress, ProofSteps, Verdict } from './proof-steps.tsx'
import { useRoundEvidence } from './use-round-evidence.ts'
import styles from './verify-dialog.module.css'
import { VERIFY_MESSAGES } from './verify-messages.ts'

type VerifyDialogProps = { round: Round; explorerUrl: string | null; onClose: () => void }

/** Shows step by step how a round's result follows from the chain. */
export function VerifyDialog({ round, explorerUrl, onClose }: VerifyDialogProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { data, isError, isFetching, refetch } = useRoundEvidence(round)
  return (
    <Dialog title={messages.title({ epoch: round.epoch })} onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{messages.lead}</p>
        {data ? (
          <Proven evidence={data} round={round} explorerUrl={explorerUrl} />
        ) : isError ? (
          <div className={styles['failed']} role="alert">
            <p>{messages.failed}</p>
            <Button tone="quiet" isPending={isFetching} onClick={() => void refetch()}>
              {messages.retry}
            </Button>
          </div>
        ) : (
          <ProofSteps proof={null} evidence={null} round={round} />
        )}
      </div>
    </Dialog>
  )
}

type ProvenProps = { evidence: RoundEvidence; round: Round; explorerUrl: string | null }

function Proven({ evidence, round, explorerUrl }: ProvenProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { prediction } = useMarket()
  const proof = deriveProof(evidence, round)
  return (
    <>
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
