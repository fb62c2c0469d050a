import type { ApprovalQueue } from './approval-queue.ts'

/** Calls `listener` once for each request that the user approves, before it is carried out. */
export function onApproved(queue: ApprovalQueue, listener: () => void): void {
  queue.subscribe(() => {
    if (queue.current()?.isWorking) listener()
  })
}
