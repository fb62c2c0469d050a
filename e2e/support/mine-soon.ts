import { callRpc } from '@bullring/stack/chain/anvil'

/**
 * Mines what is waiting without waiting for the next block. Does nothing on a chain that mines each
 * transaction by itself, or that a test has stopped (`evm_setIntervalMining` 0).
 */
export async function mineSoon(rpcUrl: string): Promise<void> {
  const blockSeconds = await callRpc(rpcUrl, 'anvil_getIntervalMining', [])
  if (Number(blockSeconds) > 0) await callRpc(rpcUrl, 'evm_mine', [])
}
