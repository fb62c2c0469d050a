import { createContext } from 'react'

/** The window of the wallet in which a request of the frame is decided. */
export type OpenedWindow = {
  state: 'closed' | 'open' | 'failed'
  /** Opens it, or brings it to the front. Call it while a click is handled, or browsers block it. */
  open: () => void
}

/** Null in the window itself. */
export const ApprovalWindowContext = createContext<OpenedWindow | null>(null)
