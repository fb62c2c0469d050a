import { randomUUID } from 'node:crypto'
import { type BatchingWallet, createBatchingWallet } from '@bullring/stack/testing/batching-wallet'
import type { BrowserContext } from '@playwright/test'
import { mineSoon } from '../chain/mine-soon.ts'
import { announceWallet, type WalletReply, type WalletRequest } from './announce-wallet.ts'

const CHAIN_ID = 31_337

/** Installs a wallet that runs several calls as one in every page of `context`. */
export async function installBatchingWallet(
  context: BrowserContext,
  rpcUrl: string,
  name: string,
): Promise<BatchingWallet> {
  const mine = () => mineSoon(rpcUrl)
  const wallet = await createBatchingWallet({ rpcUrl, chainId: CHAIN_ID, mine })
  const binding = `wallet_${randomUUID().replaceAll('-', '')}`
  const reply = async ({ method, params }: WalletRequest): Promise<WalletReply> => {
    try {
      return { result: await wallet.request(method, params) }
    } catch (error) {
      return { error: { code: -32_000, message: error instanceof Error ? error.message : '' } }
    }
  }
  await context.exposeFunction(binding, reply)
  const rdns = 'example.batching'
  await context.addInitScript(announceWallet, { name, rdns, binding, uuid: randomUUID() })
  return wallet
}
