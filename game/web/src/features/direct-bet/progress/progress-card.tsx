import type { Hash } from 'viem'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { type RingArc, RingGauge } from '#ui/ring-gauge.tsx'
import { DIRECT_PROGRESS_MESSAGES, type DirectProgressMessages } from '../direct-bet-messages.ts'
import { Ticket } from '../ticket.tsx'
import type { TransactionProgress } from '../use-direct-transaction.ts'
import styles from './progress-card.module.css'

const STEPS = ['sending', 'waiting', 'done'] as const

/** Segments of the ring that are filled at each step. */
const STEP_COUNT = {
  idle: 0,
  failed: 0,
  sending: 1,
  waiting: 2,
  owners: 2,
  done: STEPS.length,
} as const

type ProgressCardProps = { progress: TransactionProgress; explorerUrl: string | null }

/** Progress of the last transaction: each step fills a segment of the ring. */
export function ProgressCard({ progress, explorerUrl }: ProgressCardProps) {
  const messages = useMessages(DIRECT_PROGRESS_MESSAGES)
  const hash = 'hash' in progress ? progress.hash : null
  const filled = STEP_COUNT[progress.kind] / STEPS.length
  const arcs: RingArc[] = filled > 0 ? [{ from: 0, to: filled, tone: 'amber' }] : []
  return (
    <Ticket title={messages.title} isQuiet>
      <div className={styles['row']} role="status">
        <RingGauge arcs={arcs} seats={STEPS.length} thickness={0.13} className={styles['ring']}>
          {progress.kind === 'done' && <Icon name="check" size={22} />}
          {progress.kind === 'failed' && <Icon name="close" size={20} />}
        </RingGauge>
        <div>
          <p className={styles['state']}>{messages[progress.kind]}</p>
          <p className={classNames(styles['hint'], isError(progress) && styles['error'])}>
            {hintOf(progress, messages)}
          </p>
        </div>
      </div>
      {hash !== null && <HashLine hash={hash} explorerUrl={explorerUrl} />}
    </Ticket>
  )
}

function HashLine({ hash, explorerUrl }: { hash: Hash; explorerUrl: string | null }) {
  const messages = useMessages(DIRECT_PROGRESS_MESSAGES)
  return (
    <dl className={styles['hash']}>
      <dt>{messages.hash}</dt>
      <dd>
        <code>{hash}</code>
        {explorerUrl !== null && (
          <a href={`${explorerUrl}/tx/${hash}`} target="_blank" rel="noreferrer">
            {messages.explorer}
            <Icon name="out" size={12} />
          </a>
        )}
      </dd>
    </dl>
  )
}

function hintOf(progress: TransactionProgress, messages: DirectProgressMessages): string {
  return progress.kind === 'failed' ? progress.failure.text : messages[`${progress.kind}Hint`]
}

function isError(progress: TransactionProgress): boolean {
  return progress.kind === 'failed' && progress.failure.level === 'error'
}
