import { callRpc } from '../chain/anvil.ts'

/**
 * Plays actions as fast as the chain can mine: one block for each second with actions, with that second
 * as its timestamp. The chain must not mine on its own meanwhile.
 */
export async function warpThrough<action extends { at: number }>(
  rpcUrl: string,
  actions: readonly action[],
  send: (action: action) => Promise<unknown>,
): Promise<void> {
  const bySecond = Map.groupBy(actions, ({ at }) => at)
  for (const [second, together] of [...bySecond].toSorted(([a], [b]) => a - b)) {
    await Promise.all(together.map(send))
    await mineAt(rpcUrl, second)
  }
}

/** Mines one block with `second` as its timestamp. */
export async function mineAt(rpcUrl: string, second: number): Promise<void> {
  await callRpc(rpcUrl, 'evm_setNextBlockTimestamp', [second])
  await callRpc(rpcUrl, 'evm_mine', [])
}
