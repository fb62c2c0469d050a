import type { Trade } from '#api/trade/trade.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { totalsOf } from './news.ts'
import styles from './result-actions.module.css'
import { RESULT_MESSAGES } from './result-messages.ts'

export type ResultActionsProps = {
  /** Decided bets, oldest first. */
  trades: readonly Trade[]
  isClaiming: boolean
  /** The visitor is sent what can be collected. */
  isSent: boolean
  onClaim: (epochs: readonly Trade['epoch'][]) => void
  /** Shares a win; null where there is nothing to share. */
  onShare: (() => void) | null
}

/** Collects and shares what the visitor has won. */
export function ResultActions({
  trades,
  isClaiming,
  isSent,
  onClaim,
  onShare,
}: ResultActionsProps) {
  const messages = useMessages(RESULT_MESSAGES)
  const { claimable } = totalsOf(trades)
  return (
    <div className={styles['actions']}>
      {claimable > 0n && !isSent && (
        <Button
          size="small"
          isPending={isClaiming}
          onClick={() => onClaim(trades.filter(hasClaim).map(({ epoch }) => epoch))}
        >
          {isClaiming ? (
            messages.collecting
          ) : (
            <>
              <span className={styles['long']}>
                {messages.collect({ amount: formatBnb(claimable) })}
              </span>
              <span className={styles['short']}>{messages.collectShort}</span>
            </>
          )}
        </Button>
      )}
      {onShare !== null && (
        <Button tone="quiet" size="small" aria-label={messages.share} onClick={onShare}>
          <Icon name="share" />
          <span className={styles['word']}>{messages.share}</span>
        </Button>
      )}
    </div>
  )
}

function hasClaim({ claimAmount }: Trade): boolean {
  return claimAmount > 0n
}

/** Closes a result. */
export function CloseResult({ onClose }: { onClose: () => void }) {
  const messages = useMessages(RESULT_MESSAGES)
  return (
    <button type="button" className={styles['close']} aria-label={messages.close} onClick={onClose}>
      <Icon name="close" size={14} />
    </button>
  )
}
