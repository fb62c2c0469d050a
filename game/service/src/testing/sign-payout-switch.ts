import { payoutMessage } from '@bullring/game-api/payouts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { getAddress, type Hex } from 'viem'
import { TEST_CHAIN_ID, type TestChain } from './chain/start-test-chain.ts'

/** Returns a trader's signature that switches on or off whether it is sent its winnings. */
export async function signPayoutSwitch(
  { market, traders }: TestChain,
  trader: number,
  isOn: boolean,
): Promise<Hex> {
  const account = localAccounts(traders.length).traders[trader]
  if (account === undefined) throw new Error(`There is no trader ${trader}`)
  const game = { chainId: TEST_CHAIN_ID, market: getAddress(market.prediction), publicOrigin: null }
  return await account.signMessage({ message: payoutMessage(isOn, account.address, game) })
}
