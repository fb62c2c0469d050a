import type { Epoch } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { Trade } from '#api/trade/trade.ts'
import { useMessages } from '#i18n/language.ts'
import { ResultLink } from './result-link.tsx'
import styles from './result-strip.module.css'
import { ownResultOf } from './round-result.ts'
import { STRIP_MESSAGES } from './strip-messages.ts'
import { useRovingFocus } from './use-roving-focus.ts'

/** A place on the strip. Its epoch is below 1 in a market that has had fewer rounds. */
type Place = { epoch: Epoch; round: Round | undefined }

type ResultStripProps = {
  /** Oldest first. A round is undefined while it loads. */
  places: readonly Place[]
  bets: ReadonlyMap<Epoch, Pick<Trade, 'isWin' | 'state'>>
  onOpen: (epoch: Epoch) => void
}

/** The results of the last rounds, newest at the right. Each opens its round. */
export function ResultStrip({ places, bets, onOpen }: ResultStripProps) {
  const messages = useMessages(STRIP_MESSAGES)
  const { stop, setStop, moveFocus } = useRovingFocus(places.map(({ epoch }) => epoch))
  return (
    <section className={styles['strip']} aria-label={messages.results}>
      <span className={styles['title']} aria-hidden="true">
        {messages.title}
      </span>
      <div className={styles['room']}>
        <div className={styles['scroller']}>
          <ol className={styles['marks']} onKeyDown={moveFocus}>
            {places.map(({ epoch, round }) => {
              const bet = bets.get(epoch)
              return (
                <li key={epoch.toString()} className={styles['slot']} aria-hidden={epoch < 1n}>
                  {epoch < 1n ? (
                    <span className={styles['mark']} />
                  ) : (
                    <ResultLink
                      epoch={epoch}
                      round={round}
                      own={bet && ownResultOf(bet)}
                      tabIndex={epoch === stop ? 0 : -1}
                      onFocus={() => setStop(epoch)}
                      onOpen={onOpen}
                    />
                  )}
                </li>
              )
            })}
          </ol>
        </div>
      </div>
    </section>
  )
}
