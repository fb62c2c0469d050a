import type { Epoch } from '@bullring/prediction/units'
import { memo, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Address } from 'viem'
import { AnyCard, type CardProps } from '../cards/any-card.tsx'
import { usePastBet } from '../use-past-bet.ts'
import { usePastRound } from '../use-past-rounds.ts'
import { FirstRoundCard } from './first-round-card.tsx'
import { Slot } from './rounds-row.tsx'
import { RowControls } from './row-controls.tsx'
import { epochAt, useOlderPlaces } from './use-older-places.ts'

type OlderRoundsProps = {
  row: RefObject<HTMLElement | null>
  /** The open round. */
  open: Epoch
  account: Address | null
  cards: CardProps
}

/**
 * The rounds before the Expired card, down to the first. Only the cards in view are rendered. Spacers keep
 * the width of the others.
 */
export function OlderRounds({ row, open, account, cards }: OlderRoundsProps) {
  const { count, first, end, total, ...place } = useOlderPlaces(row, open)
  const [frame, setFrame] = useState<Element | null>(null)
  useEffect(() => setFrame(row.current?.parentElement ?? null), [row])
  const places = Array.from({ length: end - first }, (_, index) => end - 1 - index)
  return (
    <>
      <Spacer places={count - end} />
      {places.map((place) => {
        const epoch = epochAt(place, open)
        return place === total - 1 ? (
          <FirstRoundCard key="first" />
        ) : (
          <OlderCard key={epoch.toString()} epoch={epoch} account={account} cards={cards} />
        )
      })}
      <Spacer places={first} />
      {frame && createPortal(<RowControls row={row} {...place} />, frame)}
    </>
  )
}

/** Space with the width of `places` cards. */
function Spacer({ places }: { places: number }) {
  if (places === 0) return null
  const width = `calc(${places} * (var(--card-width) + var(--card-gap)) - var(--card-gap))`
  return <div style={{ width }} aria-hidden="true" />
}

type OlderCardProps = Pick<OlderRoundsProps, 'account' | 'cards'> & { epoch: Epoch }

const OlderCard = memo(({ epoch, account, cards }: OlderCardProps) => {
  const { card, retry } = usePastRound(epoch)
  const userBet = usePastBet(epoch, account, cards.userBets)
  return (
    <Slot type="expired" card={card} onRetry={retry}>
      {(round) => <AnyCard type="expired" round={round} userBet={userBet} {...cards} />}
    </Slot>
  )
})
