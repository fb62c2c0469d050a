import { BaseError } from '@bullring/errors/base-error'
import { SAFE_WALLET } from '@bullring/wire/safe-wallet'
import * as z from 'zod/mini'

/** The version of @safe-global/safe-apps-sdk whose messages these are: Safe signs messages by it. */
const SDK_VERSION = '9.1.0'

const Response = z.discriminatedUnion('success', [
  z.object({ id: z.string(), success: z.literal(true), data: z.unknown() }),
  z.object({ id: z.string(), success: z.literal(false) }),
])

type Method = 'getSafeInfo' | 'getTxBySafeTxHash' | 'sendTransactions' | 'signMessage'

/** Calls a method of Safe, which says of a failure nothing that is no sentence. */
export type CallSafe = (method: Method, params: unknown, signal?: AbortSignal) => Promise<unknown>

/** Safe{Wallet} or its user refused a request. */
export class SafeRefusedError extends BaseError {
  override readonly name = 'SafeRefusedError'
  readonly code = 'safe.refused'

  constructor() {
    super('Safe has not carried out the request')
  }
}

/**
 * Connects the page to the Safe{Wallet} around it. Not by the SDK, which sends to any origin, parses no response, waits without
 * an end and brings three more packages.
 */
export function connectToSafe(page: Window): CallSafe {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>()
  page.addEventListener('message', ({ source, origin, data }) => {
    if (source !== page.parent || origin !== SAFE_WALLET) return
    const response = Response.safeParse(data)
    if (!response.success) return
    const { id } = response.data
    if (response.data.success) waiting.get(id)?.resolve(response.data.data)
    else waiting.get(id)?.reject(new SafeRefusedError())
  })
  return async (method, params, signal) => {
    const id = crypto.randomUUID()
    const response = Promise.withResolvers<unknown>()
    const abort = () => response.reject(signal?.reason)
    waiting.set(id, response)
    signal?.addEventListener('abort', abort)
    try {
      const message = { id, method, params, env: { sdkVersion: SDK_VERSION } }
      page.parent.postMessage(message, SAFE_WALLET)
      return await response.promise
    } finally {
      waiting.delete(id)
      signal?.removeEventListener('abort', abort)
    }
  }
}
