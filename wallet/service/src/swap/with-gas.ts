import type { TransactionGas } from '@bullring/wallet-api/blockchain-api/convert-approve'
import type { Address } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { SwapCall } from './swap-calls.ts'

/** Percent of the estimate: reserves and storage may change until the transaction is mined. */
const GAS_SHARE = 125n

/** Returns the gas price and limit of a simulated transaction. */
export async function withGas(
  client: RpcClient,
  account: Address,
  { to, data, value }: SwapCall,
): Promise<TransactionGas> {
  const [gas, gasPrice] = await Promise.all([
    client.estimateGas({ account, to, data, value }),
    client.getGasPrice(),
  ])
  return { gas: Number((gas * GAS_SHARE) / 100n), gasPrice: `${gasPrice}` }
}
