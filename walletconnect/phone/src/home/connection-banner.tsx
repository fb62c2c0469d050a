import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePhoneState } from '#wallet/use-phone.ts'
import styles from './connection-banner.module.css'

/** A connection that is new or short of breath is not worth a line. */
const PATIENCE_MS = 2_500

/** Says when requests cannot arrive, and why. */
export function ConnectionBanner() {
  const { isConnected, relayProblem, sessions } = usePhoneState()
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  // Without sessions there is nothing to wait for, and no connection.
  const isMissing = useLater(sessions.length > 0 && !isConnected, PATIENCE_MS)
  const text = textOf({ isOnline, relayProblem, isMissing })
  return (
    <div role="status" className={styles['place']}>
      {text && <p className={styles['banner']}>{text}</p>}
    </div>
  )
}

type Line = { isOnline: boolean; relayProblem: string | null; isMissing: boolean }

function textOf({ isOnline, relayProblem, isMissing }: Line): string | null {
  if (!isOnline) return 'You are offline. Requests wait until you are back.'
  if (relayProblem !== null) return `The relay refuses this wallet: ${relayProblem}`
  if (isMissing) return 'No connection to the relay. Requests wait there; trying again…'
  return null
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether a condition has held for a while. */
function useLater(holds: boolean, delayMs: number): boolean {
  const [hasHeld, setHasHeld] = useState(false)
  useEffect(() => {
    if (!holds) return setHasHeld(false)
    const timer = setTimeout(() => setHasHeld(true), delayMs)
    return () => clearTimeout(timer)
  }, [holds, delayMs])
  return holds && hasHeld
}
