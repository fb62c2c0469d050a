import { type KeptOutcome, USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { needsApproval } from '@bullring/login-api/frame-messages/rpc-methods'
import { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { rpcResults } from '@bullring/login-api/frame-messages/rpc-results'
import { readChainId } from '@bullring/wire/chain/read-chain-id'
import {
  InternalRpcError,
  InvalidParamsRpcError,
  MethodNotSupportedRpcError,
  numberToHex,
  ResourceUnavailableRpcError,
  RpcError,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'
import type { ApprovalQueue } from '#core/embedded/approval-queue.ts'
import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import type { FrameChannel } from './frame-channel.ts'

type RequestDeps = {
  channel: FrameChannel
  approvals: ApprovalQueue
  getAddresses: () => Promise<readonly string[]>
  /** The chain in use, as far as the page knows. */
  lastChain: () => number
  switchNetwork: (chainId: number) => Promise<unknown>
  /** Called for a method that is not supported. */
  onUnsupported: (method: string) => void
  /** Leaves the page for the user's decision. Resolves where the frame shows the request. */
  leave: (request: RpcRequest) => Promise<void>
}

type Call = { method: string; params?: unknown }

/** Creates the `request` function of the provider (EIP-1193): errors carry the codes that libraries know. */
export function createRequest(deps: RequestDeps): (call: Call) => Promise<unknown> {
  const local: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    eth_accounts: deps.getAddresses,
    eth_requestAccounts: deps.getAddresses,
    // R-FRAME-7.
    eth_chainId: () => Promise.resolve(numberToHex(deps.lastChain())),
    wallet_switchEthereumChain: async (params) => {
      const chainId = readChainId(params)
      if (chainId === undefined) throw new SwitchChainError(new Error('Expected a chain'))
      await deps.switchNetwork(chainId)
      return null
    },
    wallet_addEthereumChain: () =>
      Promise.reject(new SwitchChainError(new Error('The embedded wallet does not add networks'))),
  }
  return (call) => local[call.method]?.(call.params) ?? send(deps, call)
}

async function send(deps: RequestDeps, { method, params }: Call): Promise<unknown> {
  const { channel, approvals, onUnsupported } = deps
  const parsed = RpcRequest.safeParse({ method, params })
  if (!parsed.success) {
    const isKnown = parsed.error.issues.every(({ path }) => path[0] === 'params')
    if (isKnown) throw new InvalidParamsRpcError(parsed.error)
    onUnsupported(method)
    throw new MethodNotSupportedRpcError(new Error(UNSUPPORTED_TEXT), { method })
  }
  const { data } = parsed
  try {
    if (!needsApproval(method)) return checkResult(data, await channel.request('RPC_REQUEST', data))
    await deps.leave(data)
    const approved = approvals.run(method, (signal) =>
      channel.request('RPC_REQUEST', data, { timeout: 'none', signal }),
    )
    if (approved === null) throw new ResourceUnavailableRpcError(new Error('A request is pending'))
    return checkResult(data, await approved)
  } catch (error) {
    if (!(error instanceof EmbeddedWalletError)) throw error
    if (method === 'wallet_getCapabilities') return {}
    throw toRpcError(error)
  }
}

/** Returns the result of a request that the page was left for; null if the wallet does not know it. Throws as the request does. */
export function outcomeOf(outcome: KeptOutcome): unknown {
  if (!('error' in outcome)) return outcome.result
  throw toRpcError(new EmbeddedWalletError('refused', outcome.error))
}

/** Returns the result. A malformed one counts as a refusal, as every malformed reply does. */
function checkResult({ method }: RpcRequest, result: unknown): unknown {
  const isMalformed = rpcResults[method]?.safeParse(result).success === false
  if (isMalformed) throw new EmbeddedWalletError('refused')
  return result
}

const UNSUPPORTED_TEXT = 'Requested RPC call is not allowed'

function toRpcError(error: EmbeddedWalletError): RpcError<number> {
  const { rpcCode, message } = error
  if (isRejection(error)) return new UserRejectedRequestError(error)
  if (rpcCode === undefined) return new InternalRpcError(error)
  return new RpcError(error, { code: rpcCode, shortMessage: message })
}

/** Closing the frame counts as a rejection, as in every wallet. */
function isRejection({ failure, message }: EmbeddedWalletError): boolean {
  return failure === 'aborted' || message.includes(USER_REJECTED_MESSAGE.replace(/\.$/, ''))
}
