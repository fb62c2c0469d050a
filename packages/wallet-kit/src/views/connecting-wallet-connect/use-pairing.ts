import { useEffect, useState, useSyncExternalStore } from 'react'
import { secondsLeft } from '#core/connect/pairing.ts'
import { useConnectParts } from '#react/connect-parts.ts'

/** The pairing link while a view shows it: made on first sight, replaced when it runs out. */
export function usePairing() {
  const { pairing } = useConnectParts()
  const state = useSyncExternalStore(pairing.subscribe, pairing.getState, pairing.getState).pairing

  useEffect(() => {
    pairing.start()
    return pairing.keepFresh()
  }, [pairing])

  return { pairing: state, restart: pairing.restart }
}

/** Seconds that a link is still good, each second anew. */
export function useSecondsLeft(pairing: Parameters<typeof secondsLeft>[0]): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return secondsLeft(pairing, now)
}
