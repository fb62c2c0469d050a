import { HashField } from '@bullring/wire/fields'
import { stringify } from 'viem'
import * as z from 'zod/mini'
import type { PageStorage } from '#browser/open-storage.ts'
import { AwaitedCall } from '../wallet/returned-request.ts'

const Queued = z.object({
  /** Hash of the request, by which Safe knows it: there is no transaction yet. */
  id: HashField,
  awaited: AwaitedCall,
  /**
   * `confirming`: owners have to confirm. `executing`: one has to execute it. `late`: it came to nothing, as its round has
   * closed.
   */
  state: z.enum(['confirming', 'executing', 'late']),
  sentAt: z._default(z.int(), Date.now),
})
const Entries = z.array(z.unknown())

/** A request in Safe's queue, and what the page waits for. */
export type QueuedRequest = Omit<z.infer<typeof Queued>, 'sentAt'>

/** Requests in Safe's queue that the game has sent, also of earlier pages: Safe lists none. */
export type SafeQueue = {
  getSnapshot: () => readonly QueuedRequest[]
  subscribe: (onChange: () => void) => () => void
  /** Reads what other tabs have changed. */
  refresh: () => readonly QueuedRequest[]
  add: (request: QueuedRequest) => void
  mark: (id: string, state: QueuedRequest['state']) => void
  remove: (id: string) => void
}

const KEY = 'bullring.safe'

/** Later, an entry is forgotten: no page may show its market any more. */
const KEPT_MS = 30 * 86_400_000

export function createSafeQueue(storage: PageStorage): SafeQueue {
  let snapshot = read(storage)
  const listeners = new Set<() => void>()
  const show = (queue: readonly QueuedRequest[]) => {
    snapshot = queue
    for (const listener of listeners) listener()
    return queue
  }
  /** Another tab may have changed it. */
  const change = (next: (queue: readonly QueuedRequest[]) => readonly QueuedRequest[]) => {
    const queue = next(read(storage))
    write(storage, queue)
    show(queue)
  }
  return {
    getSnapshot: () => snapshot,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    refresh: () => show(read(storage)),
    add: (request) => change((queue) => [...queue, { ...request, sentAt: Date.now() }]),
    mark: (id, state) => {
      const isNew = snapshot.some((one) => one.id === id && one.state !== state)
      if (isNew) change((queue) => queue.map((one) => (one.id === id ? { ...one, state } : one)))
    },
    remove: (id) => change((queue) => queue.filter((one) => one.id !== id)),
  }
}

function read(storage: PageStorage): readonly QueuedRequest[] {
  try {
    const entries = z.parse(Entries, JSON.parse(storage.getItem(KEY) ?? '[]'))
    const queue = entries.flatMap((entry) => Queued.safeParse(entry).data ?? [])
    return queue.filter(({ sentAt }) => Date.now() - sentAt < KEPT_MS)
  } catch {
    return []
  }
}

function write(storage: PageStorage, queue: readonly QueuedRequest[]): void {
  try {
    storage.setItem(KEY, stringify(queue))
  } catch {
    // Full: the request is in Safe's queue all the same.
  }
}
