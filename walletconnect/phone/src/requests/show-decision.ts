import type { ReactNode } from 'react'

/** Hands what a view says about something to decide to the sheet around it. */
export type ShowDecision = (parts: {
  content: ReactNode
  /** Whether the view lets the user approve. */
  isPossible: boolean
  /** Label of the button that approves. */
  label: string
}) => ReactNode
