import { HashField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { openStorage } from '#browser/open-storage.ts'
import { connectToSafe } from './call-safe.ts'
import { isShownBySafe } from './is-shown-by-safe.ts'
import { type Safe, setSafe } from './safe.ts'
import { safeConnector } from './safe-connector.ts'
import { readSafeInfo, type SafeInfo } from './safe-info.ts'
import { createSafeProvider } from './safe-provider.ts'
import { createSafeQueue } from './safe-queue.ts'
import { untilExecuted } from './until-executed.ts'

/** Safe's response to one call, or to several. */
const Response = z.union([HashField, z.object({ id: HashField })])

/** Connects a page in a frame to Safe{Wallet}, if that shows it; returns whether it does. */
export function openInSafe(page: Window, isOfTelegram: boolean): boolean {
  const isShown = isShownBySafe(page, isOfTelegram)
  if (isShown) openSafe(page)
  return isShown
}

/** Connects the page to the Safe{Wallet} that shows it in a frame. */
export function openSafe(page: Window): void {
  const call = connectToSafe(page)
  let info: SafeInfo | null = null
  let reading: Promise<SafeInfo> | null = null
  const readInfo = () => {
    reading ??= readSafeInfo(call).then(
      (found) => {
        info = found
        return found
      },
      (error: unknown) => {
        // The visitor's click tries again.
        reading = null
        throw error
      },
    )
    return reading
  }
  const queue = createSafeQueue(openStorage(page, 'localStorage'))
  page.addEventListener('storage', queue.refresh)
  const keep: Safe['keep'] = (response, awaited) => {
    const { data } = Response.safeParse(response)
    if (data === undefined || (awaited.kind !== 'bet' && awaited.kind !== 'claim')) return
    const id = typeof data === 'string' ? data : data.id
    const needsOthers = (info?.threshold ?? 1) > 1
    queue.add({ id, awaited, state: needsOthers ? 'confirming' : 'executing' })
  }
  const dismissals = new Map<string, AbortController>()
  setSafe({
    connector: safeConnector(createSafeProvider(call, readInfo), readInfo),
    info: () => info,
    queue,
    left: queue.getSnapshot().filter(({ state }) => state !== 'late'),
    keep,
    untilExecuted: (queued) => {
      const dismissal = dismissals.get(queued.hash) ?? new AbortController()
      dismissals.set(queued.hash, dismissal)
      return untilExecuted({ call, queue }, queued, dismissal.signal)
    },
    dismiss: (id) => {
      queue.remove(id)
      dismissals.get(id)?.abort()
    },
  })
}
