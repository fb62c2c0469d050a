/** A value with change notifications, in the shape that React's `useSyncExternalStore` expects. */
export type Store<State> = {
  getState: () => State
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** A store whose owner may change it: keys not named keep their value. */
export type WritableStore<State> = Store<State> & { setState: (change: Partial<State>) => void }

export function createStore<State extends object>(initial: State): WritableStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    setState: (change) => {
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
  }
}
