import { createStore, type Store } from '#core/store.ts'
import { classifyPairingFailure, type PairingFailure } from './pairing-failure.ts'

/** R-PAIRING-1. */
const LIFE_MS = 240_000
const MARGIN_MS = 10_000

/** Without a link after this time, the relay counts as unreachable. */
const START_TIMEOUT_MS = 15_000

export type PairingState =
  | { status: 'idle' | 'starting'; uri: null; expiresAt: null }
  | { status: 'ready'; uri: string; expiresAt: number }
  | { status: PairingFailure; uri: null; expiresAt: null; message: string }

/** The link that a wallet scans or opens to connect through WalletConnect. */
export type Pairing = Store<{ pairing: PairingState }> & {
  /** Creates a link unless there is one that has not expired. */
  start: () => void
  /** Creates a new link in place of the current one. */
  restart: () => void
  /** Replaces the link whenever it expires, until the returned function is called. */
  keepFresh: () => () => void
  /** Drops the link. A wallet that responds to it later still connects. */
  stop: () => void
}

type PairingDeps = {
  /** Requests a link and waits until a wallet has responded to it. */
  connect: (onUri: (uri: string) => void) => Promise<void>
  onConnected: () => void
  onError: (error: unknown) => void
  now?: () => number
}

const IDLE: PairingState = { status: 'idle', uri: null, expiresAt: null }
const STARTING: PairingState = { status: 'starting', uri: null, expiresAt: null }

/** True while a link can still be used. */
function isFresh(pairing: PairingState, now: number): boolean {
  return pairing.status === 'ready' && pairing.expiresAt - now > MARGIN_MS
}

/** Returns the seconds for which the link can still be used, rounded up; null without a link. */
export function secondsLeft(pairing: PairingState, now: number): number | null {
  if (pairing.status !== 'ready') return null
  return Math.max(0, Math.ceil((pairing.expiresAt - MARGIN_MS - now) / 1_000))
}

/** Creates the pairing of a page. There is one link at a time. */
export function createPairing({ now = Date.now, ...deps }: PairingDeps): Pairing {
  const store = createStore<{ pairing: PairingState }>({ pairing: IDLE })
  const set = (pairing: PairingState) => store.setState({ pairing })
  let watchers = 0
  let stopAttempt = () => {}
  const restart = () => {
    stopAttempt()
    set(STARTING)
    const onExpired = () => (watchers > 0 ? restart() : set(IDLE))
    stopAttempt = startAttempt({ ...deps, now, set, onExpired })
  }
  return {
    ...store,
    restart,
    start: () => {
      const { pairing } = store.getState()
      if (pairing.status !== 'starting' && !isFresh(pairing, now())) restart()
    },
    keepFresh: () => {
      watchers++
      return () => {
        watchers--
      }
    },
    stop: () => {
      stopAttempt()
      set(IDLE)
    },
  }
}

type AttemptDeps = Required<PairingDeps> & {
  set: (pairing: PairingState) => void
  onExpired: () => void
}

/** Requests one link. Returns a function that ends the attempt: a wallet that responds later still connects. */
function startAttempt(deps: AttemptDeps): () => void {
  const { connect, onConnected, onError, now, set, onExpired } = deps
  let isCurrent = true
  const fail = (status: PairingFailure, message: string) =>
    set({ status, uri: null, expiresAt: null, message })
  let timer = setTimeout(() => fail('unreachable', ''), START_TIMEOUT_MS)
  const onUri = (uri: string) => {
    if (!isCurrent) return
    clearTimeout(timer)
    set({ status: 'ready', uri, expiresAt: now() + LIFE_MS })
    timer = setTimeout(onExpired, LIFE_MS - MARGIN_MS)
  }
  connect(onUri).then(
    () => {
      clearTimeout(timer)
      if (isCurrent) set(IDLE)
      onConnected()
    },
    (error: unknown) => {
      if (!isCurrent) return
      clearTimeout(timer)
      const { status, message } = classifyPairingFailure(error)
      fail(status, message)
      onError(error)
    },
  )
  return () => {
    isCurrent = false
    clearTimeout(timer)
  }
}
