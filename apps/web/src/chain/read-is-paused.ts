import type { Config } from 'wagmi'
import type { Market } from './market.ts'

/** Selector of `paused()`. */
const PAUSED = '0x5c975abb'

/** Reads whether bets are paused. Encoded by hand: the page needs it before any contract code is loaded. */
export async function readIsPaused(
  config: Config,
  { prediction, chainId }: Market,
): Promise<boolean> {
  const answer = await config.getClient({ chainId }).request({
    method: 'eth_call',
    params: [{ to: prediction, data: PAUSED }, 'latest'],
  })
  return BigInt(answer) !== 0n
}
