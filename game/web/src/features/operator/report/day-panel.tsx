import type { OperatorReport } from '@bullring/game-api/operator'
import { Bars } from './bars.tsx'
import styles from './day-panel.module.css'
import { clockText, coinsText, countText } from './figures.ts'
import { Panel } from './panel.tsx'

/** The last 24 hours: bets from the index, errors and times from the samples of this process. */
export function DayPanel({ report }: { report: OperatorReport }) {
  const { hours, load, coin, since } = report
  const volume = hours.reduce((sum, hour) => sum + Number(hour.volume), 0)
  const slowest = Math.max(...load.map(({ p95_ms: ms }) => ms ?? 0), 0)
  const note =
    since === null
      ? 'Errors and times: the first minute is not over.'
      : `Errors and times: one sample a minute, in memory since ${clockText(since)}`
  return (
    <Panel title="Last 24 hours" note={note} isWide>
      <div className={styles['charts']}>
        <Bars
          title="Bets"
          total={countText(hours.reduce((sum, { bets }) => sum + bets, 0))}
          tone="accent"
          bars={hours.map(({ at, bets }) => ({ at, value: bets, text: countText(bets) }))}
        />
        <Bars
          title={`Volume, ${coin}`}
          total={coinsText(volume)}
          tone="accent"
          bars={hours.map((hour) => ({
            at: hour.at,
            value: Number(hour.volume),
            text: coinsText(hour.volume),
          }))}
        />
        <Bars
          title="Players, each hour"
          total={`${countText(Math.max(...hours.map(({ players }) => players), 0))} at most`}
          tone="up"
          bars={hours.map(({ at, players }) => ({ at, value: players, text: countText(players) }))}
        />
        <Bars
          title="Errors of all services"
          total={countText(load.reduce((sum, { errors }) => sum + errors, 0))}
          tone="down"
          bars={load.map(({ at, errors }) => ({ at, value: errors, text: countText(errors) }))}
        />
        <Bars
          title="95 % of requests within, ms"
          total={`${countText(slowest)} at most`}
          tone="up"
          bars={load.map(({ at, p95_ms: ms }) => ({ at, value: ms, text: countText(ms) }))}
        />
      </div>
    </Panel>
  )
}
