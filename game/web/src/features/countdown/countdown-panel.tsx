import { countdownText } from '@bullring/prediction/countdown'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { ReactNode, Ref } from 'react'
import { useMarketConfig } from '#api/market/market-config.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { COUNTDOWN_MESSAGES, type CountdownMessages } from './countdown-messages.ts'
import styles from './countdown-panel.module.css'
import { type CountdownState, countdownState, secondsToPrice } from './countdown-state.ts'
import { headlineText } from './headline-text.ts'

type CountdownPanelProps = {
  round: { epoch: Epoch; times: RoundTimes } | null
  /** Receives an empty element in the place of the text, which news can take over. */
  newsPlace?: Ref<HTMLDivElement>
  /** Shown beside the clock: the history and statistics buttons. */
  children: ReactNode
}

/** The countdown of the open round. */
export function CountdownPanel({ round, newsPlace, children }: CountdownPanelProps) {
  const { kind, genesisTimestamp, strikeDelay } = useMarketConfig()
  const time = useChainTime((seconds) => seconds)
  const now = time === null ? null : toUnixSeconds(time)
  return (
    <Countdown
      state={countdownState(round, toUnixSeconds(genesisTimestamp), now, kind === 'pancake-v2')}
      epoch={round?.epoch ?? null}
      priceIn={secondsToPrice(round, strikeDelay, now)}
      newsPlace={newsPlace}
    >
      {children}
    </Countdown>
  )
}

type CountdownProps = {
  state: CountdownState
  epoch: Epoch | null
  /** Seconds until the price of the newest lock can arrive; null while none is awaited. */
  priceIn?: number | null
  newsPlace?: Ref<HTMLDivElement> | undefined
  children?: ReactNode
}

/** The ring pulses when this many seconds are left to bet. */
const LAST_SECONDS = 10
const SEATS = 60

/** The ring with the time left, and a headline that explains it. */
export function Countdown({ state, epoch, priceIn = null, newsPlace, children }: CountdownProps) {
  const messages = useMessages(COUNTDOWN_MESSAGES)
  const { title, text } = headlineText(state, epoch, messages)
  const isLast = state.kind === 'open' && state.secondsLeft <= LAST_SECONDS
  return (
    <div className={styles['panel']}>
      <RingGauge
        arcs={[{ tone: 'amber', from: 0, to: shareLeft(state) }]}
        seats={SEATS}
        thickness={0.1}
        className={classNames(styles['ring'], isLast && styles['last'])}
      >
        <span className={styles['round']}>{messages.round}</span>
        <span className={styles['epoch']}>
          {epoch === null ? <Skeleton characters={3} /> : `#${epoch}`}
        </span>
      </RingGauge>
      <p
        className={classNames(styles['time'], isLast && styles['ticking'])}
        role="timer"
        aria-label={messages.timer}
      >
        {state.kind === 'unknown' ? <Skeleton characters={7} /> : timeText(state, messages)}
      </p>
      <div className={styles['explanation']}>
        <h2 className={styles['title']}>{title}</h2>
        <p className={styles['text']}>{text}</p>
        {priceIn !== null && (
          <p className={styles['price']}>{messages.priceIn({ seconds: priceIn })}</p>
        )}
      </div>
      <div className={styles['beside']}>{children}</div>
      <div ref={newsPlace} className={styles['news']} />
      <VisuallyHidden>
        <span role="status">{title}</span>
      </VisuallyHidden>
    </div>
  )
}

/** R-CLOCK-2, R-CLOCK-3. */
function timeText(state: CountdownState, messages: CountdownMessages): string {
  if (state.kind === 'zero') return countdownText(0)
  return 'secondsLeft' in state ? countdownText(state.secondsLeft) : messages.waiting
}

function shareLeft(state: CountdownState): number {
  return state.kind === 'open' || state.kind === 'locked'
    ? Math.min(1, state.secondsLeft / state.totalSeconds)
    : 0
}
