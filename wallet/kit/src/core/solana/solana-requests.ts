import { JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { SolanaBalance, SolanaBlockhash } from '@bullring/wallet-api/blockchain-api/solana-rpc'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { parse } from '@bullring/wire/parse'
import type { WalletService } from '#core/service/wallet-service.ts'

/** Fetches the balance of an account, in lamports. */
export async function getSolanaBalance(
  service: WalletService,
  chainId: SolanaChainId,
  account: string,
): Promise<bigint> {
  const result = await call(service, chainId, 'getBalance', [account])
  return BigInt(parse(SolanaBalance, result).value)
}

/** Fetches a blockhash, which a transaction needs and expires with. */
export async function getBlockhash(
  service: WalletService,
  chainId: SolanaChainId,
): Promise<string> {
  const result = await call(service, chainId, 'getLatestBlockhash', [])
  return parse(SolanaBlockhash, result).value.blockhash
}

async function call(
  service: WalletService,
  chainId: SolanaChainId,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const reply = await service.request({
    url: service.urlOf('v1/', { chainId }),
    schema: JsonRpcReply,
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  if ('error' in reply) throw new Error(reply.error.message)
  return reply.result
}
