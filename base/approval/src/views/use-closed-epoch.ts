import { useEffect, useState } from 'react'
import type { RoundToClose } from '../chain/round-to-close.ts'

/** As long as a fast chain's block: a round closes with one. */
const CHECK_MS = 1_500

/** Returns the round of a bet once it takes no more bets; null before, and for requests that are no bets. */
export function useClosedEpoch(round: RoundToClose | null): bigint | null {
  const [closed, setClosed] = useState<RoundToClose | null>(null)
  useEffect(() => {
    if (round === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const check = async () => {
      // An unreachable chain is reported with the details of the request.
      const hasClosed = await round.hasClosed().catch(() => false)
      if (!isCurrent) return
      if (hasClosed) setClosed(round)
      else timer = setTimeout(check, CHECK_MS)
    }
    void check()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [round])
  return closed !== null && closed === round ? closed.epoch : null
}
