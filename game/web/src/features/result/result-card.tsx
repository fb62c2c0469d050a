import { type RefObject, useEffect, useRef } from 'react'
import type { Trade } from '#api/trade/trade.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { totalsOf } from './news.ts'
import styles from './result-card.module.css'
import { RESULT_MESSAGES } from './result-messages.ts'
import { type ResultText, resultText } from './result-text.ts'

type ResultCardProps = {
  /** Decided bets, oldest first. */
  trades: readonly Trade[]
  /** The visitor was not there when they were decided: nothing has announced them. */
  isMissed: boolean
  isClaiming: boolean
  onClaim: (epochs: readonly Trade['epoch'][]) => void
  /** Shares a win; null where there is nothing to share. */
  onShare: (() => void) | null
  onClose: () => void
}

const ICONS: Readonly<Record<ResultText['tone'], IconName>> = {
  won: 'check',
  lost: 'close',
  refunded: 'refund',
}

/** The visitor's winnings or loss. Not a dialog: it takes no focus and covers no button that bets. */
export function ResultCard(props: ResultCardProps) {
  const messages = useMessages(RESULT_MESSAGES)
  const { trades, isMissed, isClaiming, onClaim, onShare, onClose } = props
  const card = useRef<HTMLElement>(null)
  useCloseByItself(card, !isMissed, onClose)
  useEscape(onClose)
  const { tone, headline, detail } = resultText(trades, messages)
  const { claimable } = totalsOf(trades)
  return (
    <section
      ref={card}
      className={classNames(styles['card'], styles[tone])}
      aria-label={messages.title}
    >
      <Ring tone={tone} />
      <div className={styles['text']} role={isMissed ? 'status' : undefined}>
        {isMissed && <p className={styles['away']}>{messages.away}</p>}
        {isMissed && <VisuallyHidden>: </VisuallyHidden>}
        <p className={styles['headline']}>{headline}</p>
        <p className={styles['detail']}>{detail}</p>
      </div>
      <div className={styles['actions']}>
        {claimable > 0n && (
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
          <Button tone="quiet" size="small" onClick={onShare}>
            {messages.share}
          </Button>
        )}
      </div>
      <button
        type="button"
        className={styles['close']}
        aria-label={messages.close}
        onClick={onClose}
      >
        <Icon name="close" size={14} />
      </button>
    </section>
  )
}

function hasClaim({ claimAmount }: Trade): boolean {
  return claimAmount > 0n
}

/** A ring that closes once, with the sign of the result in it. */
function Ring({ tone }: { tone: ResultText['tone'] }) {
  return (
    <span className={styles['ring']}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle className={styles['track']} cx="20" cy="20" r="17" pathLength={1} />
        <circle className={styles['arc']} cx="20" cy="20" r="17" pathLength={1} />
      </svg>
      <Icon name={ICONS[tone]} size={16} />
    </span>
  )
}

/** Long enough to read it and to reach for a button. */
const SHOWN_MS = 10_000

/** Closes the card after a while, but not while it is hovered or focused, or a window is above it. */
function useCloseByItself(
  card: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onClose: () => void,
) {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!isEnabled) return
    const timer = setInterval(() => {
      const isHeld = card.current?.matches(':hover, :focus-within') ?? false
      if (!isHeld && !document.hidden && !hasOpenWindow()) latest.current()
    }, SHOWN_MS)
    return () => clearInterval(timer)
  }, [card, isEnabled])
}

function useEscape(onClose: () => void) {
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      // A window above the card closes first.
      if (key === 'Escape' && !hasOpenWindow()) onClose()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
}

function hasOpenWindow(): boolean {
  return document.querySelector('dialog[open]') !== null
}
