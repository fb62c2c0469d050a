import { formatUnits } from '@bullring/prediction/decimal'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address, Hex, PublicClient } from 'viem'
import { createPublicClient, createWalletClient, defineChain, http, isAddressEqual } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForReceipt } from './wait-for-receipt.ts'

/** Transactions of the owner, by the command that sends them. */
const ACTIONS = { pause: 'pause', unpause: 'unpause', collect: 'claimTreasury' } as const

export type OwnerCommand = 'status' | keyof typeof ACTIONS

export type OwnerOptions = {
  command: OwnerCommand
  chainId: number
  rpcUrl: string
  prediction: Address
  /** Null for `status`, which sends nothing. */
  ownerKey: Hex | null
  print: (line: string) => void
}

/** The owner's command cannot be carried out. The message says why. */
export class OwnerCommandError extends Error {
  override readonly name = 'OwnerCommandError'
}

/** Returns whether `text` names a command. */
export function isOwnerCommand(text: string | undefined): text is OwnerCommand {
  return text === 'status' || (text !== undefined && Object.hasOwn(ACTIONS, text))
}

/**
 * Prints the state of a market after sending the owner's transaction, if the command has one.
 *
 * @throws {OwnerCommandError} when the key is missing or not the owner's, or the transaction fails.
 */
export async function runOwnerCommand(options: OwnerOptions): Promise<void> {
  const { command, prediction, rpcUrl, print } = options
  const client = createPublicClient({ transport: http(rpcUrl) })
  if (command !== 'status') await send(client, options, ACTIONS[command])
  const market = { address: prediction, abi: predictionAbi } as const
  const [isPaused, firstPausedEpoch, treasury, balance] = await Promise.all([
    client.readContract({ ...market, functionName: 'paused' }),
    client.readContract({ ...market, functionName: 'firstPausedEpoch' }),
    client.readContract({ ...market, functionName: 'treasuryAmount' }),
    client.getBalance({ address: prediction }),
  ])
  print(`market     ${prediction}`)
  print(`bets       ${betsText(isPaused, firstPausedEpoch)}`)
  print(`treasury   ${formatUnits(treasury, 18)} BNB to collect`)
  print(`players    ${formatUnits(balance - treasury, 18)} BNB in open rounds and unclaimed`)
}

function betsText(isPaused: boolean, firstPausedEpoch: bigint): string {
  if (isPaused) return 'paused'
  return firstPausedEpoch === 0n ? 'open' : `open, paused from round ${firstPausedEpoch} on`
}

async function send(
  client: PublicClient,
  { command, chainId, rpcUrl, prediction, ownerKey }: OwnerOptions,
  functionName: (typeof ACTIONS)[keyof typeof ACTIONS],
): Promise<void> {
  if (ownerKey === null) throw new OwnerCommandError(`Set OWNER_PRIVATE_KEY to ${command}.`)
  const account = privateKeyToAccount(ownerKey)
  const market = { address: prediction, abi: predictionAbi } as const
  const [nodeChainId, owner] = await Promise.all([
    client.getChainId(),
    client.readContract({ ...market, functionName: 'owner' }),
  ])
  if (nodeChainId !== chainId) {
    throw new OwnerCommandError(`The node at RPC_URL serves chain ${nodeChainId}, not ${chainId}.`)
  }
  if (!isAddressEqual(owner, account.address)) {
    throw new OwnerCommandError(`The owner of the market is ${owner}, not ${account.address}.`)
  }
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const { request } = await client.simulateContract({ ...market, account, functionName })
  const receipt = await waitForReceipt(client, await wallet.writeContract({ ...request, chain }))
  if (receipt.status === 'reverted') {
    throw new OwnerCommandError(`The transaction ${receipt.transactionHash} failed.`)
  }
}
