import type { TransactionDetails } from '@bullring/approval/chain/transaction-details'
import { Store } from '@bullring/ui/store'
import { UserRejectedError } from '#frame-errors.ts'
import type { ApprovalRequest } from './approval-request.ts'

/** The request on the screen. */
export type ShownApproval = {
  /** Changes with each request. */
  id: number
  request: ApprovalRequest
  /** Whether the user approved it, and it is being carried out. */
  isWorking: boolean
  approve: (details: TransactionDetails | undefined) => void
  reject: () => void
}

/** Carries out an approved request. */
type CarryOut<result> = (details: TransactionDetails | undefined) => Promise<result>

/** The requests for approval: one at a time, a newer one replaces the one on the screen. */
export type ApprovalQueue = {
  /** @throws {UserRejectedError} when the user rejects, or a newer request replaces this one. */
  ask: <result>(request: ApprovalRequest, carryOut: CarryOut<result>) => Promise<result>
  current: () => ShownApproval | undefined
  /** Rejects the shown request, unless it is approved already. */
  rejectShown: () => void
  /** Calls `listener` after each change. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Creates an empty {@link ApprovalQueue}. */
export function createApprovalQueue(): ApprovalQueue {
  const { get: current, set: show, subscribe } = new Store<ShownApproval | undefined>(undefined)
  let lastId = 0

  function decide(request: ApprovalRequest, id: number): Promise<TransactionDetails | undefined> {
    return new Promise((resolve, reject) => {
      show({
        id,
        request,
        isWorking: false,
        approve: resolve,
        reject: () => reject(new UserRejectedError()),
      })
    })
  }

  const rejectShown = () => {
    const shown = current()
    if (shown && !shown.isWorking) shown.reject()
  }
  return {
    ask: async (request, carryOut) => {
      rejectShown()
      lastId += 1
      const id = lastId
      try {
        const details = await decide(request, id)
        const shown = current()
        if (shown?.id === id) show({ ...shown, isWorking: true })
        return await carryOut(details)
      } finally {
        if (current()?.id === id) show(undefined)
      }
    },
    current,
    rejectShown,
    subscribe,
  }
}
