import { createStore } from '#core/store.ts'
import type { Approvals } from './embedded-wallet.ts'

/** Requests for approval, one at a time: the user approves the request on screen. */
export type ApprovalQueue = Approvals & {
  /** Notes that the user has approved the pending request: closing the frame no longer rejects it. */
  markApproved: () => void
  /**
   * Runs a request while it counts as pending. Returns null, and runs nothing, while another one is pending.
   *
   * @param send - Its signal aborts when the user closes the frame.
   */
  run: (method: string, send: (signal: AbortSignal) => Promise<unknown>) => Promise<unknown> | null
}

export function createApprovalQueue(): ApprovalQueue {
  const store = createStore<{ pending: { method: string } | null }>({ pending: null })
  let current: { controller: AbortController; isApproved: boolean } | null = null
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    abort: () => {
      // It is being carried out: only the frame is closed, and the app waits for the result.
      if (current?.isApproved) store.setState({ pending: null })
      else current?.controller.abort()
    },
    markApproved: () => {
      if (current !== null) current.isApproved = true
    },
    run: (method, send) => {
      if (current !== null) return null
      const controller = new AbortController()
      current = { controller, isApproved: false }
      store.setState({ pending: { method } })
      return send(controller.signal).finally(() => {
        current = null
        store.setState({ pending: null })
      })
    },
  }
}
