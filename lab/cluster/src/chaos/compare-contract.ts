import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toEpoch, type UnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { type ChaosChain, START_BALANCE } from './chaos-chain.ts'
import type { Ledger } from './ledger.ts'

const POSITIONS: readonly Position[] = ['bull', 'bear']
const CALLS_AT_ONCE = 400

/** Lists differences between the contract and the ledger: bets, pools, strikes and every coin. */
export async function contractDifferences(chain: ChaosChain, ledger: Ledger): Promise<string[]> {
  const { time } = await chain.head()
  return [
    ...(await betDifferences(chain, ledger)),
    ...(await roundDifferences(chain, ledger)),
    ...(await balanceDifferences(chain, ledger, time)),
  ]
}

async function betDifferences(chain: ChaosChain, ledger: Ledger): Promise<string[]> {
  const { bets } = ledger
  const stored = await inBatches(bets, (some) =>
    chain.client.multicall({
      allowFailure: false,
      contracts: some.map(({ epoch, account }) => ({
        address: chain.market.prediction,
        abi: predictionAbi,
        functionName: 'ledger' as const,
        args: [epoch, account] as const,
      })),
    }),
  )
  return bets.flatMap((bet, index) => {
    const [position, amount, isClaimed] = stored[index] ?? [0, 0n, false]
    const isSame =
      POSITIONS[position] === bet.position &&
      amount === bet.amount &&
      isClaimed === (bet.claimedAt !== null)
    return isSame
      ? []
      : [`contract: bet of ${bet.account} in ${bet.epoch} is ${amount} ${isClaimed}`]
  })
}

async function roundDifferences(chain: ChaosChain, ledger: Ledger): Promise<string[]> {
  const last = ledger.epochs.at(-1) ?? 0n
  const epochs = Array.from({ length: Number(last) }, (_, index) => toEpoch(index + 1))
  const read = (functionName: 'pools' | 'strikes') =>
    inBatches(epochs, (some) =>
      chain.client.multicall({
        allowFailure: false,
        contracts: some.map((epoch) => ({
          address: chain.market.prediction,
          abi: predictionAbi,
          functionName,
          args: [epoch] as const,
        })),
      }),
    )
  const [pools, strikes] = [await read('pools'), await read('strikes')]
  return epochs.flatMap((epoch, index) => {
    const { bullAmount, bearAmount } = ledger.poolOf(epoch)
    const [bull, bear] = pools[index] ?? []
    const strike = ledger.strikeOf(epoch)
    const expected =
      strike.kind === 'fixed' ? [strike.price, 1] : [0n, strike.kind === 'void' ? 2 : 0]
    const found = strikes[index]
    return [
      ...(bull === bullAmount && bear === bearAmount ? [] : [`contract: pool of ${epoch}`]),
      ...(found !== undefined && found[0] === expected[0] && found[3] === expected[1]
        ? []
        : [`contract: strike of ${epoch} is ${found}, expected ${expected}`]),
    ]
  })
}

async function balanceDifferences(
  chain: ChaosChain,
  ledger: Ledger,
  now: UnixSeconds,
): Promise<string[]> {
  const expected = new Map<Address, bigint>(chain.players.map((player) => [player, START_BALANCE]))
  let inContract = 0n
  for (const bet of ledger.bets) {
    const paid = bet.claimedAt === null ? 0n : ledger.payoutOf(bet, now)
    expected.set(bet.account, (expected.get(bet.account) ?? 0n) - bet.amount + paid)
    inContract += bet.amount - paid
  }
  expected.set(chain.market.prediction, inContract)
  const differences: string[] = []
  for (const [address, amount] of expected) {
    const balance = await chain.client.getBalance({ address })
    if (balance !== amount)
      differences.push(`balance of ${address}: ${balance}, expected ${amount}`)
  }
  return differences
}

async function inBatches<item, result>(
  items: readonly item[],
  read: (some: readonly item[]) => Promise<readonly result[]>,
): Promise<result[]> {
  const results: result[] = []
  for (let at = 0; at < items.length; at += CALLS_AT_ONCE)
    results.push(...(await read(items.slice(at, at + CALLS_AT_ONCE))))
  return results
}
