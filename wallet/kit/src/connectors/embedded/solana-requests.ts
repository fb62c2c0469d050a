import { SentSolanaTransaction } from '@bullring/wallet-api/blockchain-api/solana-rpc'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { parse } from '@bullring/wire/parse'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import type { FrameChannel } from './frame-channel.ts'

type Deps = {
  channel: FrameChannel
  /** Sends a JSON-RPC request that the user may have to approve. */
  request: EmbeddedWallet['request']
  /** The EVM chain in use. */
  lastChain: () => number
}

/**
 * Creates the requests for Solana. The frame has one chain at a time: the page's EVM chain is selected again
 * after each of them.
 */
export function solanaRequests({ channel, request, lastChain }: Deps) {
  async function onCluster<result>(
    chainId: SolanaChainId,
    use: () => Promise<result>,
  ): Promise<result> {
    await channel.request('SWITCH_NETWORK', { chainId })
    try {
      return await use()
    } finally {
      await channel.request('SWITCH_NETWORK', { chainId: toCaipNetworkId(lastChain()) })
    }
  }

  return {
    getSolanaAddress: (chainId) =>
      onCluster(chainId, async () => (await channel.request('GET_USER', { chainId })).address),
    sendSolana: (chainId, transaction) =>
      onCluster(chainId, async () => {
        const params = { transaction }
        const reply = await request({ method: 'solana_signAndSendTransaction', params })
        return parse(SentSolanaTransaction, reply).signature
      }),
  } satisfies Partial<EmbeddedWallet>
}
