import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../../chain/chain-client.ts'
import type { TransactionSender } from '../../chain/send-transaction.ts'
import { createSharedSender, createTransactionSender } from '../../chain/send-transaction.ts'
import type { GameConfig } from '../../config.ts'

/** Creates the sender of the keeper's account, which settles the strikes of all markets; null without a keeper. */
export function keeperSender(
  client: ChainClient,
  { keeper }: Pick<GameConfig, 'keeper'>,
): TransactionSender | null {
  if (keeper === null) return null
  const account = privateKeyToAccount(keeper.privateKey)
  return createSharedSender(createTransactionSender(client, account, keeper))
}
