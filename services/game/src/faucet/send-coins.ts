import type { Wei } from '@bullring/prediction/units'
import type { Address, Hash, LocalAccount } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'

/** Plain transfers cost 21,000; accounts with code (EIP-7702) a little more. */
const TRANSFER_GAS = 60_000n

export type SendCoins = (to: Address, amount: Wei) => Promise<Hash>

/** Creates a sender of `account`'s coins: one transaction at a time, so that nonces never collide. */
export function createCoinSender(client: ChainClient, account: LocalAccount): SendCoins {
  let last: Promise<unknown> = Promise.resolve()
  const send: SendCoins = async (to, value) => {
    const [nonce, fees] = await Promise.all([
      client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      client.estimateFeesPerGas(),
    ])
    const serializedTransaction = await account.signTransaction({
      ...fees,
      to,
      value,
      nonce,
      gas: TRANSFER_GAS,
      chainId: client.chain.id,
      type: 'eip1559',
    })
    return client.sendRawTransaction({ serializedTransaction })
  }
  return (to, amount) => {
    const result = last.then(() => send(to, amount))
    last = result.catch(() => undefined)
    return result
  }
}
