import type { OperatorChecks } from '@bullring/game-api/operator'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { fetchChecks } from '../operator-api.ts'
import styles from './checks-panel.module.css'
import { clockText } from './figures.ts'
import { Panel, State } from './panel.tsx'

const ORDER = { broken: 0, off: 1, on: 2 } as const
const TONES = { broken: 'bad', off: 'quiet', on: 'good' } as const

/** Findings of `npm run doctor`, on request: its checks send requests to other servers. */
export function ChecksPanel({ token }: { token: string }) {
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['operator', 'checks'],
    queryFn: ({ signal }) => fetchChecks(token, signal),
    enabled: false,
    retry: false,
  })
  return (
    <Panel title="Checks of npm run doctor" isWide>
      <div>
        <Button size="small" tone="quiet" isPending={isFetching} onClick={() => void refetch()}>
          {data === undefined ? 'Run the checks' : 'Run them again'}
        </Button>
      </div>
      {isError && <p role="alert">The checks did not end in time. Try again.</p>}
      {data !== undefined && <Findings checks={data} />}
    </Panel>
  )
}

function Findings({ checks: { checked_at: at, findings } }: { checks: OperatorChecks }) {
  if (at === null) {
    return (
      <p>
        This service was not started by npm start, which alone has the settings: run npm run doctor
        on the server.
      </p>
    )
  }
  const sorted = findings.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
  return (
    <>
      <p className={styles['soft']}>Checked at {clockText(at)}</p>
      <ul className={styles['findings']}>
        {sorted.map(({ capability, state, why, setting }) => (
          <li key={capability}>
            <State tone={TONES[state]}>{state}</State>
            <b>{capability}</b>
            <span>{why}</span>
            {setting !== null && <code>{setting}</code>}
          </li>
        ))}
      </ul>
    </>
  )
}
