import type { Position } from '@bullring/prediction/payout'
import { useState } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { Button } from '#ui/controls/button.tsx'
import { Choice } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import styles from './practice.module.css'
import { betOn, NEW_BOOK, withBet } from './practice-book.ts'
import { PRACTICE_MESSAGES } from './practice-messages.ts'
import { practiceText } from './practice-text.ts'
import { changePractice, usePractice } from './use-practice.ts'

const STAKES = ['10', '50', '100', '250'] as const
const STAKE_TEXTS = { '10': '10', '50': '50', '100': '100', '250': '250' } as const
const POSITIONS: readonly Position[] = ['bull', 'bear']
/** Bets shown at once. */
const SHOWN_BETS = 5

type PracticeDialogProps = {
  /** The open round; null while there is none. */
  round: Round | null
  /** Whether the round still takes bets. */
  isOpen: boolean
  /** Opens the login. */
  onReal: () => void
  onClose: () => void
}

/** Plays rounds with points instead of money. */
export function PracticeDialog({ round, isOpen, onReal, onClose }: PracticeDialogProps) {
  const messages = useMessages(PRACTICE_MESSAGES)
  const market = useMarketSymbol()
  const book = usePractice()
  const bets = book.bets.filter((bet) => bet.market === market)
  const isIn = round !== null && betOn(book, market, round.epoch.toString()) !== undefined
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div className={styles['window']}>
        <p>{messages.intro}</p>
        <p className={styles['points']}>{messages.points({ points: book.points })}</p>
        {bets.length > 0 && (
          <ul className={styles['bets']}>
            {bets
              .slice(-SHOWN_BETS)
              .reverse()
              .map((bet) => (
                <li key={bet.epoch}>{practiceText(bet, messages)}</li>
              ))}
          </ul>
        )}
        {!isIn && <Bet round={isOpen ? round : null} />}
        <Button tone="quiet" onClick={onReal}>
          {messages.real}
        </Button>
      </div>
    </Dialog>
  )
}

/** Takes a bet on the open round. */
function Bet({ round }: { round: Round | null }) {
  const messages = useMessages(PRACTICE_MESSAGES)
  const market = useMarketSymbol()
  const { points } = usePractice()
  const [chosen, setChosen] = useState<(typeof STAKES)[number]>('100')
  const stakes = STAKES.filter((each) => Number(each) <= points)
  const stake = stakes.includes(chosen) ? chosen : stakes.at(-1)
  if (stake === undefined) {
    return <Button onClick={() => changePractice(() => NEW_BOOK)}>{messages.restart}</Button>
  }
  if (round === null) return <p>{messages.closed}</p>
  const place = (position: Position) =>
    changePractice((book) =>
      withBet(book, { market, epoch: round.epoch.toString(), position, stake: Number(stake) }),
    )
  return (
    <>
      <Choice
        label={messages.stake}
        options={stakes}
        isLabelled
        messages={STAKE_TEXTS}
        value={stake}
        onValue={setChosen}
      />
      <div className={styles['sides']}>
        {POSITIONS.map((position) => (
          <div key={position}>
            <Button size="large" tone={POSITION_TONES[position]} onClick={() => place(position)}>
              {messages.bet({ position })}
            </Button>
            <p>{oddsText(round.multiples[position], messages)}</p>
          </div>
        ))}
      </div>
    </>
  )
}

/** A side without bets has no odds. */
function oddsText(multiple: number, messages: MessagesOf<typeof PRACTICE_MESSAGES>): string {
  return multiple === 0 ? '–' : messages.pays({ multiple: multiple.toFixed(2) })
}
