import type { ApprovalQueue } from './approval-queue.ts'

/** Calls `listener` once for each request that the user approves, before it is carried out. */
export function onApproved(queue: ApprovalQueue, listener: () => void): void {
  let lastId: number | undefined
  queue.subscribe(() => {
    const shown = queue.current()
    if (!shown?.isWorking || shown.id === lastId) return
    lastId = shown.id
    listener()
  })
}
