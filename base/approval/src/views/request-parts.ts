import type { ReactNode } from 'react'
import type { TransactionDetails } from '../chain/transaction-details.ts'
import type { ApprovalParties } from '../request.ts'

/** Parts of a request that a view supplies. The page around it adds the app and the buttons. */
export type RequestParts = {
  title: string
  /** Amount, recipient and warnings: on the screen whenever the request can be approved. */
  asked?: ReactNode
  /** Everything else: scrolled if it is long. */
  children: ReactNode
  action: 'sign' | 'approve'
  /** Title in place of all of the request, which can no longer be carried out: only the way out remains. */
  over?: string | undefined
  /** Whether the request cannot be approved now. */
  isBlocked?: boolean
  details?: TransactionDetails | undefined
}

/** Properties of the view of a subject. The view passes its parts to the page around it. */
export type RequestViewProps<subject> = {
  parties: ApprovalParties
  subject: subject
  children: (parts: RequestParts) => ReactNode
}
