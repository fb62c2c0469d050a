import type { Wei } from '@bullring/prediction/units'
import { lockLimit } from '@bullring/server/limits/take-allowance'
import type { Address, Hash, LocalAccount } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { Database } from '../db/open-database.ts'

/** Plain transfers cost 21,000; accounts with code (EIP-7702) a little more. */
const TRANSFER_GAS = 60_000n

export type SendCoins = (to: Address, amount: Wei) => Promise<Hash>

/**
 * Creates a sender of `account`'s coins: one transaction at a time, also of other nodes with the same database, so that
 * nonces never collide.
 */
export function createCoinSender(
  client: ChainClient,
  account: LocalAccount,
  db: Database,
): SendCoins {
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
  const sendAlone: SendCoins = (to, amount) =>
    db.transaction().execute(async (trx) => {
      await lockLimit(trx, { kind: 'faucet', key: 'sender' })
      return await send(to, amount)
    })
  return (to, amount) => {
    const result = last.then(() => sendAlone(to, amount))
    last = result.catch(() => undefined)
    return result
  }
}
