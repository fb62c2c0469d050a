import type { RequestedTransaction } from '@bullring/frame/rpc/requested-transaction'
import type { Address, PublicClient, TransactionSerializable } from 'viem'

/** A transaction that the chain would accept, and the most it costs besides its value. */
export type PreparedTransaction = { transaction: TransactionSerializable; maxFee: bigint }

/**
 * Completes a transaction: nonce, gas and price.
 *
 * @throws When the chain is out of reach, or the transaction would fail.
 */
export async function prepareTransaction(
  client: PublicClient,
  account: Address,
  chainId: number,
  requested: RequestedTransaction,
): Promise<PreparedTransaction> {
  const { to, value, data } = requested
  const [gas, gasPrice, nonce] = await Promise.all([
    // Fails if the transaction would, whatever the app says about gas.
    client.estimateGas({ account, to, value, data }),
    requested.gasPrice ?? requested.maxFeePerGas ?? client.getGasPrice(),
    client.getTransactionCount({ address: account, blockTag: 'pending' }),
  ])
  const limit =
    requested.gas !== undefined && requested.gas > gas ? requested.gas : (gas * 12n) / 10n
  const transaction = {
    ...({ type: 'legacy', chainId, value, data, gas: limit, gasPrice, nonce } as const),
    ...(to !== null && { to }),
  }
  return { transaction, maxFee: limit * gasPrice }
}
