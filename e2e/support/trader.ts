import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { createWalletClient, http, parseAbi, parseEther } from 'viem'
import type { ChainDriver } from './chain-driver.ts'

const CHAIN_ID = 31_337
const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])

/** Bets on the open round, straight on the chain, as a player with another page would. */
export async function betElsewhere(
  chain: ChainDriver,
  side: 'UP' | 'DOWN',
  amount: string,
): Promise<void> {
  const { client, market, rpcUrl } = chain
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
    args: [BigInt(await chain.openEpoch())],
    value: parseEther(amount),
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Lets the oracle answer in the middle of a round. */
export async function pushPrice({ client, market, rpcUrl }: ChainDriver, price: bigint) {
  const wallet = createWalletClient({
    account: localAccounts(0).oracle,
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
  })
  const hash = await wallet.writeContract({
    address: market.oracle,
    abi: feedAbi,
    functionName: 'push',
    args: [price],
  })
  await client.waitForTransactionReceipt({ hash })
}
