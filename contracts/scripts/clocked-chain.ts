import type { Address, Hex } from 'viem'
import { createTestClient, createWalletClient, http, publicActions, walletActions } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { mnemonicToAccount } from 'viem/accounts'
import { bsc } from 'viem/chains'
import type { DeployClients } from '../deploy/deploy-contract.ts'
import { waitForReceipt } from '../deploy/wait-for-receipt.ts'

/** A local chain whose clock moves only when it is told to, and one second with every transaction. */
export type ClockedChain = {
  /** For deployments, in the name of account 0. */
  clients: DeployClients
  account: (index: number) => HDAccount
  /** Time of the next transaction, in Unix seconds. */
  now: () => bigint
  /** Moves the clock ahead to `timestamp`; never back. */
  moveTo: (timestamp: bigint) => void
  /** Gives the next block its time, for a transaction that `send` does not send. */
  setTime: () => Promise<void>
  /** Mines one transaction and resolves to the gas it used. Throws if it reverts. */
  send: (transaction: { from: Address; to: Address; data: Hex; value?: bigint }) => Promise<bigint>
}

const GAS_LIMIT = 10_000_000n
/** The public mnemonic of local chains: ten funded accounts. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/** Takes over the clock of the chain at `rpcUrl`. */
export async function createClockedChain(rpcUrl: string): Promise<ClockedChain> {
  const options = { chain: bsc, transport: http(rpcUrl), pollingInterval: 5 }
  const client = createTestClient({ mode: 'anvil', ...options })
    .extend(publicActions)
    .extend(walletActions)
  const account = (addressIndex: number) => mnemonicToAccount(MNEMONIC, { addressIndex })
  const walletClient = createWalletClient({ account: account(0), ...options })
  let now = (await client.getBlock()).timestamp + 60n
  async function setTime(): Promise<void> {
    await client.setNextBlockTimestamp({ timestamp: now })
    now += 1n
  }
  return {
    clients: { walletClient, publicClient: client },
    account,
    now: () => now,
    moveTo: (timestamp) => {
      if (timestamp > now) now = timestamp
    },
    setTime,
    send: async ({ from, ...transaction }) => {
      await setTime()
      const hash = await client.sendTransaction({ account: from, gas: GAS_LIMIT, ...transaction })
      const receipt = await waitForReceipt(client, hash)
      if (receipt.status === 'reverted') throw new Error(`Reverted: ${hash}`)
      return receipt.gasUsed
    },
  }
}
