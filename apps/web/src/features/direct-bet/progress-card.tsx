import type { Hash } from 'viem'
import { useWords } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { type RingArc, RingGauge } from '#ui/ring-gauge.tsx'
import { DIRECT_BET_WORDS, type DirectBetWords } from './direct-bet-words.ts'
import styles from './progress-card.module.css'
import { Ticket } from './ticket.tsx'
import type { Progress } from './use-direct-transaction.ts'

const STEPS = ['sending', 'waiting', 'done'] as const

/** Seats of the ring that are taken at each step. */
const STEP_COUNT = { idle: 0, failed: 0, sending: 1, waiting: 2, done: STEPS.length } as const

type ProgressCardProps = { progress: Progress; explorerUrl: string | null }

/** How far the last transaction is: the ring fills seat by seat. */
export function ProgressCard({ progress, explorerUrl }: ProgressCardProps) {
  const words = useWords(DIRECT_BET_WORDS).progress
  const hash = 'hash' in progress ? progress.hash : null
  const filled = STEP_COUNT[progress.kind] / STEPS.length
  const arcs: RingArc[] = filled > 0 ? [{ from: 0, to: filled, tone: 'amber' }] : []
  return (
    <Ticket title={words.title} tone="quiet">
      <div className={styles['row']} role="status">
        <RingGauge arcs={arcs} seats={STEPS.length} thickness={0.13} className={styles['ring']}>
          {progress.kind === 'done' && <Icon name="check" size={22} />}
          {progress.kind === 'failed' && <Icon name="close" size={20} />}
        </RingGauge>
        <div>
          <p className={styles['state']}>
            {progress.kind === 'idle' ? words.idle : words.steps[progress.kind]}
          </p>
          <p className={classNames(styles['hint'], isError(progress) && styles['error'])}>
            {hintOf(progress, words)}
          </p>
        </div>
      </div>
      {hash !== null && <HashLine hash={hash} explorerUrl={explorerUrl} />}
    </Ticket>
  )
}

function HashLine({ hash, explorerUrl }: { hash: Hash; explorerUrl: string | null }) {
  const words = useWords(DIRECT_BET_WORDS).progress
  return (
    <dl className={styles['hash']}>
      <dt>{words.hash}</dt>
      <dd>
        <code>{hash}</code>
        {explorerUrl !== null && (
          <a href={`${explorerUrl}/tx/${hash}`} target="_blank" rel="noreferrer">
            {words.explorer}
            <Icon name="out" size={12} />
          </a>
        )}
      </dd>
    </dl>
  )
}

function hintOf(progress: Progress, words: DirectBetWords['progress']): string {
  if (progress.kind === 'idle') return words.idleHint
  return progress.kind === 'failed' ? progress.message.text : words.hints[progress.kind]
}

function isError(progress: Progress): boolean {
  return progress.kind === 'failed' && progress.message.level === 'error'
}
