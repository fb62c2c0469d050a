import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { HashField } from '@bullring/wire/fields'
import { numberToHex, UnsupportedProviderMethodError, UserRejectedRequestError } from 'viem'
import * as z from 'zod/mini'
import { type CallSafe, SafeRefusedError } from './call-safe.ts'
import type { SafeInfo } from './safe-info.ts'

/** An EIP-1193 provider without events: account and chain stay the same while the page is open. */
export type SafeProvider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
}

type Call = { to: string; value?: string; data?: string }
type Handler = (params: readonly unknown[]) => Promise<unknown>

const Sent = z.object({ safeTxHash: HashField })
/** Without a signature, the message is signed by a transaction of the owners. */
const Signed = z.object({ signature: z.optional(z.string().check(z.regex(/^0x[0-9a-f]+$/i))) })

/** Creates a wallet that sends by Safe: its hashes are those of Safe's requests, not of transactions. */
export function createSafeProvider(
  call: CallSafe,
  readInfo: () => Promise<SafeInfo>,
): SafeProvider {
  const accounts = async () => [(await readInfo()).safeAddress]
  // Safe responds to the newest request alone.
  let earlier: Promise<unknown> = Promise.resolve()
  const inTurn: CallSafe = (method, params) => {
    const response = earlier.then(() => call(method, params))
    earlier = response.catch(() => undefined)
    return response
  }
  const chainId = async () => numberToHex((await readInfo()).chainId)
  const send = async (calls: readonly Call[]) => {
    const txs = calls.map(({ to, value = '0x0', data = '0x' }) => ({ to, value, data }))
    // Its user may have closed Safe's window while the wallet was signing.
    const sent = await onRefusal(
      inTurn('sendTransactions', { txs }),
      () => new OutcomeUnknownError(),
    )
    return z.parse(Sent, sent).safeTxHash
  }

  // Only viem in this page builds the parameters, so their types are known.
  const handlers: Readonly<Record<string, Handler>> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: chainId,
    eth_sendTransaction: ([request]) => send([request as Call]),
    wallet_sendCalls: async ([request]) => ({
      id: await send((request as { calls: readonly Call[] }).calls),
    }),
    wallet_getCapabilities: async () => ({
      [await chainId()]: { atomic: { status: 'supported' } },
    }),
    personal_sign: async ([message]) => {
      const signing = inTurn('signMessage', { message })
      const signed = await onRefusal(signing, (error) => new UserRejectedRequestError(error))
      return z.parse(Signed, signed).signature ?? '0x'
    },
  }

  return {
    request: async ({ method, params }) => {
      const handler = handlers[method]
      if (handler === undefined) {
        throw new UnsupportedProviderMethodError(new Error(`Safe has no ${method}`))
      }
      return await handler(Array.isArray(params) ? params : [])
    },
  }
}

/** Safe says the same of a request that its user refuses and of one whose window they close. */
async function onRefusal(
  response: Promise<unknown>,
  errorOf: (refusal: SafeRefusedError) => Error,
): Promise<unknown> {
  try {
    return await response
  } catch (error) {
    throw error instanceof SafeRefusedError ? errorOf(error) : error
  }
}
