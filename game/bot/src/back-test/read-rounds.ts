import type { GameClient } from '@bullring/client/game-client'
import { decodeRound, type Round } from '@bullring/client/round'

/** Rounds of one response. */
const PAGE = 50
const UNDECIDED = new Set(['open', 'locked', 'settling'])

/** Reads the newest decided rounds of the index, newest first. */
export async function readRounds(
  game: GameClient,
  count: number,
  signal: AbortSignal,
): Promise<Round[]> {
  const found: Round[] = []
  let before: number | undefined
  while (found.length < count) {
    const request = { limit: PAGE, ...(before !== undefined && { before_epoch: before }) }
    const page = await game.call('rounds', request, { signal })
    found.push(...page.map(decodeRound).filter(({ state }) => !UNDECIDED.has(state.kind)))
    before = page.at(-1)?.epoch
    if (page.length < PAGE || before === undefined) break
  }
  return found.slice(0, count)
}
