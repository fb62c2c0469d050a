import { type LiveEvent, liveEvents } from '@bullring/client/live-events'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CodeBlock } from './code-block.tsx'
import styles from './developers.module.css'
import { Section } from './section.tsx'

const MAX_SHOWN = 8

type Shown = { key: number; event: LiveEvent }

/** The live events of a market as they arrive, received with the published client. */
export function LivePanel({ origin, symbol }: { origin: string; symbol: string }) {
  const [isOn, setIsOn] = useState(false)
  const { events, problem } = useEvents(symbol, isOn)
  return (
    <Section id="live" title="Live events">
      <p>
        Each event carries the current state, not a difference. A connection that breaks is opened
        again after the last event; <code>reset</code> says that events are missing: read everything
        again.
      </p>
      <CodeBlock
        name="Example of live events"
        code={`import { liveEvents } from '@bullring/client/live-events'

const origin = '${origin}'
for await (const { event, data } of liveEvents({ origin, symbol: '${symbol}' })) {
  console.log(event, data)
}`}
      />
      <Button onClick={() => setIsOn(!isOn)}>{isOn ? 'Stop' : `Show events of ${symbol}`}</Button>
      {isOn && events.length === 0 && problem === null && (
        <p role="status">Waiting for an event.</p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      {events.length > 0 && (
        <ol className={styles['events']} aria-label="Events">
          {events.map(({ key, event: { event, id, data } }) => (
            <li key={key}>
              <b>{event}</b> <span className={styles['note']}>{id}</span>
              <code>{JSON.stringify(data)}</code>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** Newest first. */
function useEvents(symbol: string, isOn: boolean) {
  const [events, setEvents] = useState<readonly Shown[]>([])
  const nextKey = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!isOn) return
    const stopped = new AbortController()
    const { signal } = stopped
    setProblem(null)
    const receive = async () => {
      const onBreak = () => setProblem('The connection broke. It is opened again.')
      for await (const event of liveEvents({ symbol, signal, onBreak })) {
        const shown = { key: nextKey.current++, event }
        setProblem(null)
        setEvents((before) => [shown, ...before].slice(0, MAX_SHOWN))
      }
    }
    receive().catch((error: unknown) => {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : `${error}`)
    })
    return () => stopped.abort()
  }, [symbol, isOn])
  return { events, problem }
}
