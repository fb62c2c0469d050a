import { pushMessage } from '@bullring/game-api/push-message'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { getAddress, type Hex } from 'viem'
import { TEST_CHAIN_ID, type TestChain } from './chain/start-test-chain.ts'

/** Returns a trader's signature that a browser may receive its results. */
export async function signSubscription(
  { market, traders }: TestChain,
  endpoint: string,
  trader = 0,
): Promise<Hex> {
  const account = localAccounts(traders.length).traders[trader]
  if (account === undefined) throw new Error(`There is no trader ${trader}`)
  const game = { chainId: TEST_CHAIN_ID, market: getAddress(market.prediction), publicOrigin: null }
  return await account.signMessage({ message: pushMessage(endpoint, account.address, game) })
}
