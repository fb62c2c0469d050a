import { callRpc } from '@bullring/stack/chain/anvil'

/**
 * Mines pending transactions without waiting for the next block. Does nothing on a chain that mines each
 * transaction immediately, or that a test has stopped (`evm_setIntervalMining` 0).
 */
export async function mineSoon(rpcUrl: string): Promise<void> {
  const blockSeconds = await callRpc(rpcUrl, 'anvil_getIntervalMining', [])
  if (Number(blockSeconds) > 0) await callRpc(rpcUrl, 'evm_mine', [])
}
