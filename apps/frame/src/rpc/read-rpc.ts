import type { RpcRequest } from '@bullring/wire/embedded/frame-messages/rpc-request'
import { NotSupportedError } from '#frame-errors.ts'
import type { SelectedChain } from '#sdk/chain-id.ts'
import type { WalletSession } from '#sdk/wallet-session.ts'
import { createChainRequest } from './chain-client.ts'

/** Answers a request that needs no approval: from the session, or from a node of the session's chain. */
export async function readRpc(
  { session }: { session: WalletSession },
  { chain }: { chain: SelectedChain },
  { method, params }: RpcRequest,
): Promise<unknown> {
  switch (method) {
    case 'eth_accounts': {
      const current = await session.current()
      return current ? [current.wallet.evm] : []
    }
    case 'eth_chainId':
      return `0x${requireEvm(chain).toString(16)}`
    case 'wallet_getCapabilities':
      return {}
    case 'wallet_getAssets':
    case 'wallet_getCallsStatus':
      throw new NotSupportedError(`This wallet does not support ${method}.`)
    default:
      return createChainRequest(requireEvm(chain))({ method, params })
  }
}

function requireEvm(chain: SelectedChain): number {
  if (typeof chain === 'number') return chain
  throw new NotSupportedError('This request needs an EVM network.')
}
