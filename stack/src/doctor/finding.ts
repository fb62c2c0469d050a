/** `broken` is set up and does not work; `off` was not asked for. */
type State = 'on' | 'off' | 'broken'

/** A capability of an installation. */
export type Finding = {
  capability: string
  state: State
  why: string
  /** The one setting or command that would give it; null for none. */
  setting: string | null
}

/** Finds out about one capability or several that are read together. */
export type Check = {
  /** Reported when the check itself fails. */
  capability: string
  run: (signal: AbortSignal) => Promise<readonly Finding[]>
}

export function on(capability: string, why: string): Finding {
  return { capability, state: 'on', why, setting: null }
}

export function off(capability: string, why: string, setting: string): Finding {
  return { capability, state: 'off', why, setting }
}

export function broken(capability: string, why: string, setting: string | null = null): Finding {
  return { capability, state: 'broken', why, setting }
}
