import type { OperatorReport } from '@bullring/game-api/operator'
import { Bars } from './bars.tsx'
import styles from './day-panel.module.css'
import { clockText, coinsText, countText } from './figures.ts'
import { Panel } from './panel.tsx'

/** The last 24 hours: bets from the index, errors and times from the samples of this process. */
export function DayPanel({ report }: { report: OperatorReport }) {
  const { hours, coin, since, server_time: now } = report
  const load = dayOf(report.load, now)
  const volume = hours.reduce((sum, hour) => sum + Number(hour.volume), 0)
  const times = load.flatMap(({ p95_ms: ms }) => ms ?? [])
  const slowest = times.length === 0 ? '–' : `${countText(Math.max(...times))} at most`
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
          total={countText(load.reduce((sum, { errors }) => sum + (errors ?? 0), 0))}
          tone="down"
          bars={load.map(({ at, errors }) => ({ at, value: errors, text: countText(errors) }))}
        />
        <Bars
          title="95 % of requests within, ms"
          total={slowest}
          tone="up"
          bars={load.map(({ at, p95_ms: ms }) => ({ at, value: ms, text: countText(ms) }))}
        />
      </div>
    </Panel>
  )
}

const QUARTER_S = 900
const QUARTERS = 96

type Quarter = { at: number; errors: number | null; p95_ms: number | null }

/** Returns the quarters of the whole day; those before the first sample have no figures. */
function dayOf(load: OperatorReport['load'], now: number): Quarter[] {
  const known = new Map(load.map((quarter) => [quarter.at, quarter]))
  const newest = Math.floor(now / QUARTER_S)
  return Array.from({ length: QUARTERS }, (_, index) => {
    const at = (newest - QUARTERS + 1 + index) * QUARTER_S
    return known.get(at) ?? { at, errors: null, p95_ms: null }
  })
}
