import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { deriveProof } from './derive-proof.ts'
import { ProofReport } from './proof-report.tsx'
import styles from './round-proof.module.css'
import { useRoundEvidence } from './use-round-evidence.ts'
import { VERIFY_MESSAGES } from './verify-messages.ts'

type RoundProofProps = { round: Round; explorerUrl: string | null }

/** Checks a result as soon as it is shown: one line with the verdict, which opens to the whole proof. */
export function RoundProof({ round, explorerUrl }: RoundProofProps) {
  const messages = useMessages(VERIFY_MESSAGES)
  const { data, isError } = useRoundEvidence(round)
  const isProven = data ? deriveProof(data, round).isProven : null
  const isBad = isError || isProven === false
  return (
    <details className={styles['proof']}>
      <summary
        className={classNames(
          styles['verdict'],
          isProven === true && styles['proven'],
          isBad && styles['wrong'],
        )}
      >
        <span className={styles['mark']} aria-hidden="true">
          {(isProven !== null || isError) && (
            <Icon name={isProven === true ? 'check' : 'close'} size={12} />
          )}
        </span>
        <span role="status">
          {isProven === null
            ? isError
              ? messages.notChecked
              : messages.checking
            : isProven
              ? messages.verified
              : messages.notVerified}
        </span>
        <span className={styles['more']} aria-hidden="true">
          <Icon name="chevron" />
        </span>
      </summary>
      <div className={styles['report']}>
        <ProofReport round={round} explorerUrl={explorerUrl} />
      </div>
    </details>
  )
}
