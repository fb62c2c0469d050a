import { type Hex, keccak256, stringToBytes } from 'viem'
import * as z from 'zod/mini'
import type { FrameStorage } from '#device/frame-storage.ts'
import { CallsError, TransactionRefusedError } from '#frame-errors.ts'
import type { SentCalls } from './calls-id.ts'

const StoredCalls = z.object({
  version: z.enum(['1.0', '2.0.0']),
  chainId: z.number(),
  hash: z.templateLiteral(['0x', z.string()]),
})

/** The calls that one site sent under ids of its choice from one account. Each took an approval, so they stay few. */
export type SentCallIds = {
  find: (id: string) => Promise<SentCalls | undefined>
  /**
   * Stores an id, and sends its calls. The id is free again only if they were refused.
   *
   * @throws {CallsError} when the id is in use, also in another tab.
   */
  sendOnce: (id: string, calls: SentCalls, send: () => Promise<Hex>) => Promise<Hex>
}

/** Creates the {@link SentCallIds} of a site: ids are unique per site and account (EIP-5792). */
export function createSentCallIds(
  storage: FrameStorage,
  { origin, account }: { origin: string; account: string },
): SentCallIds {
  // The hash keeps keys short, whatever the id.
  const keyOf = (id: string) =>
    `calls of ${account.toLowerCase()} for ${origin}: ${keccak256(stringToBytes(id))}`
  const find = async (id: string) =>
    z.safeParse(StoredCalls, await storage.get('sessions', keyOf(id))).data
  return {
    find,
    sendOnce: async (id, calls, send) => {
      const own = { ...calls }
      if ((await storage.putIfAbsent('sessions', keyOf(id), own)) !== own) throw duplicateId()
      try {
        return await send()
      } catch (error) {
        // After other failures it may be on its way.
        if (error instanceof TransactionRefusedError) await storage.remove('sessions', keyOf(id))
        throw error
      }
    },
  }
}

/** The app used the id before. */
export function duplicateId(): CallsError {
  return new CallsError('duplicateId', 'There is already a bundle submitted with this ID.')
}
