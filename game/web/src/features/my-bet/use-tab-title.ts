import type { UnixSeconds } from '@bullring/prediction/units'
import { useEffect, useRef } from 'react'
import { useChainClock } from '#chain/clock/use-chain-time.ts'

/**
 * Keeps the title of the tab up to date, once a second and without rendering anything.
 *
 * @param describe - Returns the title at a time, or '' for the title that the page has.
 */
export function useTabTitle(describe: (now: UnixSeconds) => string, pageTitle: string): void {
  const clock = useChainClock()
  const latest = useRef(describe)
  useEffect(() => {
    latest.current = describe
  })
  useEffect(() => {
    const update = () => {
      const now = clock.now()
      const title = (now !== null && latest.current(now)) || pageTitle
      if (document.title !== title) document.title = title
    }
    update()
    return clock.subscribe(update)
  }, [clock, pageTitle])
}
