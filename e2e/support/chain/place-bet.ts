import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { createWalletClient, http, parseEther } from 'viem'
import type { ChainDriver } from './chain-driver.ts'
import { mineSoon } from './mine-soon.ts'

const CHAIN_ID = 31_337

/** Bets on the open round directly on the chain, as a player with another page does. */
export async function placeBet(
  { client, market, rpcUrl, openEpoch }: ChainDriver,
  side: 'UP' | 'DOWN',
  amount: string,
): Promise<void> {
  const [account] = localAccounts(1).traders
  if (account === undefined) throw new Error('There is no trader')
  const wallet = createWalletClient({
    account,
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
  })
  const hash = await wallet.writeContract({
    address: market.prediction,
    abi: predictionAbi,
    functionName: side === 'UP' ? 'betBull' : 'betBear',
    args: [BigInt(await openEpoch())],
    value: parseEther(amount),
  })
  await mineSoon(rpcUrl)
  await client.waitForTransactionReceipt({ hash })
}
