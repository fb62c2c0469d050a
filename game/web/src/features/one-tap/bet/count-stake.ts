import { type CallOutcome, mayBeMade } from '@bullring/client/call-outcome'

type StakeCount = {
  /** Counts the stake against the player's own limit. */
  record: () => void
  takeBack: () => void
}

/**
 * Makes a bet. Its stake is counted before it is posted, and so also when the outcome is never
 * known: after an error, an abort or the end of the page.
 */
export async function countStake(
  { record, takeBack }: StakeCount,
  send: (onPost: () => void) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  let isCounted = false
  const outcome = await send(() => {
    if (!isCounted) record()
    isCounted = true
  })
  if (isCounted && !mayBeMade(outcome)) takeBack()
  return outcome
}
