import type { DisplayType } from '@bullring/prediction/round-state'
import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Address } from 'viem'
import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { AnyCard, type CardProps } from '../cards/any-card.tsx'
import { LoadingCard } from '../cards/placeholder-card.tsx'
import { parseRoundNumber, roundQuery } from '../round-number.ts'
import { usePastBet } from '../use-past-bet.ts'
import type { UserBet } from '../user-bet.ts'
import { RoundDetails } from './round-details.tsx'
import styles from './round-window.module.css'
import { ROUND_WINDOW_MESSAGES } from './round-window-messages.ts'
import { useAnyRound } from './use-any-round.ts'

type RoundWindowProps = {
  /** Round named in the address of the page: a number, or any other text. */
  number: string
  /** The open round; null while unknown. */
  open: Epoch | null
  account: Address | null
  cards: CardProps
  /** The check of a decided round against the chain. */
  proof: (round: Round) => ReactNode
  onGo: (epoch: Epoch) => void
  onShare: (round: Round, userBet: UserBet | undefined) => void
  onClose: () => void
}

/** One round, past, live or open, at an address that can be shared. */
export function RoundWindow(props: RoundWindowProps) {
  const { number, open, onGo, onClose } = props
  const messages = useMessages(ROUND_WINDOW_MESSAGES)
  const epoch = parseRoundNumber(number)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      title={epoch === null ? messages.otherTitle : messages.title({ epoch })}
      query={roundQuery(number)}
      initialFocus={body}
      bar={epoch !== null && <Turn epoch={epoch} open={open} onGo={onGo} />}
      onClose={onClose}
    >
      <div ref={body} className={styles['body']} tabIndex={-1}>
        {epoch === null ? (
          <Sentence open={open} onGo={onGo}>
            {messages.malformed({ text: shortened(number) })}
          </Sentence>
        ) : (
          <FoundRound {...props} epoch={epoch} />
        )}
      </div>
    </Dialog>
  )
}

/** Limits the round number in the address, which may be text of any length. */
const MAX_SHOWN = 24

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}\u2026`
}

type TurnProps = Pick<RoundWindowProps, 'open' | 'onGo'> & { epoch: Epoch }

/** Leads to the rounds before and after. So do the arrow keys. */
function Turn({ epoch, open, onGo }: TurnProps) {
  const messages = useMessages(ROUND_WINDOW_MESSAGES)
  const previous = epoch > 1n ? toEpoch(epoch - 1n) : null
  const next = open !== null && epoch < open ? toEpoch(epoch + 1n) : null
  useEffect(() => {
    const turn = ({ key }: KeyboardEvent) => {
      const target = { ArrowLeft: previous, ArrowRight: next }[key]
      if (target) onGo(target)
    }
    window.addEventListener('keydown', turn)
    return () => window.removeEventListener('keydown', turn)
  }, [previous, next, onGo])
  const button = (target: Epoch | null, icon: 'back' | 'forward', label: string) => (
    <button
      type="button"
      className={styles['turn']}
      aria-label={label}
      disabled={target === null}
      onClick={() => target && onGo(target)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className={styles['turns']}>
      {button(previous, 'back', messages.previous)}
      {button(next, 'forward', messages.next)}
    </div>
  )
}

function FoundRound(props: RoundWindowProps & { epoch: Epoch }) {
  const { epoch, open, account, cards, proof, onGo, onShare } = props
  const messages = useMessages(ROUND_WINDOW_MESSAGES)
  const found = useAnyRound(epoch, open)
  const userBet = usePastBet(epoch, account, cards.userBets)
  switch (found.kind) {
    case 'loading':
      return <LoadingCard type="expired" />
    case 'future':
    case 'unknown':
      return (
        <Sentence open={open} onGo={onGo}>
          {open === null ? messages.unknown({ epoch }) : messages.future({ epoch, open })}
        </Sentence>
      )
    case 'failed':
      return (
        <div className={styles['sentence']} role="alert">
          <p>{messages.failed}</p>
          <Button tone="quiet" isPending={found.isRetrying} onClick={found.retry}>
            {messages.retry}
          </Button>
        </div>
      )
    case 'ready': {
      const { round } = found
      const card = { ...cards, onVerify: null }
      return (
        <>
          <AnyCard type={typeOf(epoch, open)} round={round} userBet={userBet} {...card} />
          {proof(round)}
          <RoundDetails round={round} />
          <Button tone="quiet" onClick={() => onShare(round, userBet)}>
            <Icon name="share" />
            {messages.share}
          </Button>
        </>
      )
    }
  }
}

/** The card that fits a round, as in the row. */
function typeOf(epoch: Epoch, open: Epoch | null): DisplayType {
  if (epoch === open) return 'next'
  return open !== null && epoch + 1n === open ? 'live' : 'expired'
}

type SentenceProps = Pick<RoundWindowProps, 'open' | 'onGo'> & { children: string }

/** The reason why no round is shown, and a link to one. */
function Sentence({ open, onGo, children }: SentenceProps) {
  const messages = useMessages(ROUND_WINDOW_MESSAGES)
  return (
    <div className={styles['sentence']}>
      <p role="status">{children}</p>
      {open !== null && (
        <Button tone="quiet" onClick={() => onGo(open)}>
          {messages.showOpen({ open })}
        </Button>
      )}
    </div>
  )
}
