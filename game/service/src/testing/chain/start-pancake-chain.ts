import { readArtifact } from '@bullring/contracts/artifact'
import { readPancakeArtifact } from '@bullring/contracts/testing/pancake-artifact'
import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import type { Address, Hash, Hex } from 'viem'
import { encodeDeployData, encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { TestChain } from './start-test-chain.ts'
import { sendMined, startTestChain } from './start-test-chain.ts'

const PANCAKE_INTERVAL = 300
const PANCAKE_BUFFER = 30
const FEE = 300n
const MIN_BET_WEI = 1_000_000_000_000_000n
/** An answer may be this much newer than the block. */
const ORACLE_UPDATE_ALLOWANCE = 300n

const writerAbi = parseAbi(['function push(int256 answer)'])

/** Functions that the operator or admin of a PancakePredictionV2 contract calls. */
type OperatorCall =
  | 'genesisStartRound'
  | 'genesisLockRound'
  | 'executeRound'
  | 'pause'
  | 'unpause'
  | 'setTreasuryFee'
  | 'setBufferAndIntervalSeconds'
  | 'setOracle'

/** A chain with the original PancakePredictionV2. Only the test settles its rounds. */
export type PancakeChain = TestChain & {
  /** Sends a call in a separate block at `timestamp`. */
  operate: (call: OperatorCall, timestamp: number, args?: readonly unknown[]) => Promise<Hash>
  /** Deploys another price feed, whose first answer is `price`. */
  deployFeed: (price: bigint) => Promise<Address>
  /** Writes an answer of such a feed in a separate block at `timestamp`. */
  pushTo: (feed: Address, price: bigint, timestamp: number) => Promise<Hash>
  /** Reads a round from the contract. */
  rounds: (epoch: number) => ReturnType<typeof roundOf>
  isClaimable: (epoch: number, account: Address) => Promise<boolean>
  isRefundable: (epoch: number, account: Address) => Promise<boolean>
}

/** Starts a chain and deploys feed and contract; no round has started. */
export async function startPancakeChain(): Promise<PancakeChain> {
  const chain = await startTestChain()
  const { abi, bytecode } = readPancakeArtifact()
  const [operator = '0x' as const] = chain.traders.slice(-1)
  const send = (from: Address, to: Address | null, data: Hex, value = 0n) => {
    const transaction = { from, data, value: `0x${value.toString(16)}`, gas: '0x800000' }
    return sendMined(chain.rpc, to === null ? transaction : { ...transaction, to })
  }
  const args = [
    ...[chain.market.oracle, operator, operator],
    ...[BigInt(PANCAKE_INTERVAL), BigInt(PANCAKE_BUFFER)],
    ...[MIN_BET_WEI, ORACLE_UPDATE_ALLOWANCE, FEE],
  ]
  const creation = await send(operator, null, encodeDeployData({ abi, bytecode, args }))
  const receipt = await chain.client.getTransactionReceipt({ hash: creation })
  const prediction = receipt.contractAddress ?? '0x'
  const contract = { address: prediction, abi: pancakePredictionAbi } as const
  const call = (from: Address, functionName: string, values: readonly unknown[], value?: bigint) =>
    send(from, prediction, encodeFunctionData({ abi, functionName, args: values }), value)
  return {
    ...chain,
    kind: 'pancake-v2',
    market: { ...chain.market, prediction, startBlock: Number(receipt.blockNumber) },
    bet: (trader, epoch, position, amount) =>
      call(trader, position === 'bull' ? 'betBull' : 'betBear', [BigInt(epoch)], amount),
    claim: (trader, epochs) => call(trader, 'claim', [epochs.map(BigInt)]),
    operate: async (functionName, timestamp, values = []) => {
      await chain.at(timestamp)
      return call(operator, functionName, values)
    },
    deployFeed: async (price) => {
      const feed = readArtifact('MockPriceFeed')
      const data = encodeDeployData({ ...feed, args: [operator] })
      const receipt = await chain.client.getTransactionReceipt({
        hash: await send(operator, null, data),
      })
      const address = getAddress(receipt.contractAddress ?? '0x')
      await send(operator, address, encodePush(price))
      return address
    },
    pushTo: async (feed, price, timestamp) => {
      await chain.at(timestamp)
      return send(operator, feed, encodePush(price))
    },
    rounds: (epoch) => roundOf(chain, prediction, epoch),
    isClaimable: (epoch, account) =>
      chain.client.readContract({
        ...contract,
        functionName: 'claimable',
        args: [BigInt(epoch), account],
      }),
    isRefundable: (epoch, account) =>
      chain.client.readContract({
        ...contract,
        functionName: 'refundable',
        args: [BigInt(epoch), account],
      }),
  }
}

function encodePush(price: bigint): Hex {
  return encodeFunctionData({ abi: writerAbi, functionName: 'push', args: [price] })
}

async function roundOf({ client }: TestChain, address: Address, epoch: number) {
  const round = await client.readContract({
    address,
    abi: pancakePredictionAbi,
    functionName: 'rounds',
    args: [BigInt(epoch)],
  })
  const [, start, lock, close, lockPrice, closePrice, lockId, closeId, total, bull, bear] = round
  const [base, reward, isEnded] = round.slice(11) as [bigint, bigint, boolean]
  return {
    times: [start, lock, close].map(Number),
    lockPrice,
    closePrice,
    lockId,
    closeId,
    total,
    bull,
    bear,
    base,
    reward,
    isEnded,
  }
}
