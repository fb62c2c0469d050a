import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ProofReport } from './proof-report.tsx'
import styles from './verify-dialog.module.css'
import { VERIFY_MESSAGES } from './verify-messages.ts'

type VerifyDialogProps = { round: Round; explorerUrl: string | null; onClose: () => void }

/** Shows step by step how a round's result follows from the chain. */
export function VerifyDialog({ round, explorerUrl, onClose }: VerifyDialogProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  return (
    <Dialog title={messages.title({ epoch: round.epoch })} onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{messages.lead}</p>
        <ProofReport round={round} explorerUrl={explorerUrl} />
      </div>
    </Dialog>
  )
}
