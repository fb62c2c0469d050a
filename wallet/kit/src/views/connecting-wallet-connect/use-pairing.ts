import { useEffect, useState } from 'react'
import { secondsLeft } from '#core/connect/pairing.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useStore } from '#react/kit-context.ts'

/** Creates a pairing link while mounted and replaces it before it expires. */
export function usePairing() {
  const { pairing } = useConnectDeps()
  const state = useStore(pairing, ({ pairing: current }) => current)

  useEffect(() => {
    pairing.start()
    return pairing.keepFresh()
  }, [pairing])

  return { pairing: state, restart: pairing.restart }
}

/** Returns the seconds until a pairing link expires, updated every second. */
export function useSecondsLeft(pairing: Parameters<typeof secondsLeft>[0]): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return secondsLeft(pairing, now)
}
