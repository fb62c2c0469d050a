import { readTransaction } from '@bullring/approval/decode/requested-transaction'
import { InvalidRequestError } from '@bullring/approval/errors'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import type { Call } from '@bullring/smart-account/calls'
import { MAX_SIMULATED_CALLS } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { CallsError, NotSupportedError } from '#frame-errors.ts'
import { readChain } from '#sdk/chain-id.ts'
import type { CallsVersion } from './calls-id.ts'

/** More calls than anyone reads, and no more than can be simulated. */
const MAX_CALLS = MAX_SIMULATED_CALLS

/** Characters of an id: 4096 bytes in hex (EIP-5792). */
const MAX_ID_LENGTH = 8_194

type SendCalls = Extract<RpcRequest, { method: 'wallet_sendCalls' }>

const Capabilities = z.record(z.string(), z.object({ optional: z.optional(z.boolean()) }))

/**
 * Reads the calls of `wallet_sendCalls` (EIP-5792).
 *
 * @throws {InvalidRequestError} when a field is malformed, or they are for another account or chain.
 * @throws {NotSupportedError} for a version that the wallet does not have.
 * @throws {CallsError} for a required capability that the wallet does not have, or too many calls.
 */
export function readCalls(
  [bundle]: SendCalls['params'],
  account: Address,
  chainId: number,
): { version: CallsVersion; calls: readonly Call[]; id: string | undefined } {
  if (bundle === undefined || bundle.calls.length === 0) {
    throw new InvalidRequestError('The request has no calls.')
  }
  if (bundle.calls.length > MAX_CALLS) {
    throw new CallsError('tooLarge', `The request has more than ${MAX_CALLS} calls.`)
  }
  const { version = '1.0', from = account, chainId: requested = chainId, calls, id } = bundle
  if (id !== undefined && (id === '' || id.length > MAX_ID_LENGTH)) {
    throw new InvalidRequestError('The id of the calls has the wrong length.')
  }
  if (version !== '1.0' && version !== '2.0.0') {
    throw new NotSupportedError(`This wallet does not support version ${version} of sendCalls.`)
  }
  if (readChain(requested) !== chainId) {
    throw new InvalidRequestError('The calls are for another network than the selected one.')
  }
  if (version === '2.0.0') refuseCapabilities([bundle, ...calls])
  return { version, id, calls: calls.map((call) => readCall({ ...call, from }, account, chainId)) }
}

function readCall(call: object, account: Address, chainId: number): Call {
  const { to, value, data } = readTransaction(call, account, chainId)
  if (to === null) throw new InvalidRequestError('A call has no recipient.')
  return { to, value, data }
}

/** @param requests - The bundle and its calls: each may require some. */
function refuseCapabilities(requests: readonly { capabilities?: unknown }[]): void {
  const required = requests
    .flatMap(({ capabilities }) =>
      Object.entries(z.safeParse(Capabilities, capabilities).data ?? {}),
    )
    .filter(([, { optional }]) => optional !== true)
    .map(([name]) => name)
  if (required.length === 0) return
  throw new CallsError('capability', `This wallet does not support ${required.join(', ')}.`)
}
