import { useEffect, useRef } from 'react'
import { changeSettings, isRemembered, readSettings } from '#settings/device-settings.ts'
import { useHomeActions, useOpenWindow } from '../home-actions.tsx'
import { useHomeHistory, useHomeRounds } from '../home-data.tsx'

/** Time to look at the page before the guide opens. */
const OPEN_AFTER_MS = 2_500

const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Opens the guide once, on the first visit. Visitors who already do something, who follow a link to a
 * round or who have a bet are left alone. The next visit tries again.
 */
export function useFirstVisit(): void {
  const open = useOpenWindow()
  const { openGuide } = useHomeActions()
  const { next } = useHomeRounds()
  const { userBets } = useHomeHistory()
  const isFree = open.kind === 'none' && userBets.size === 0
  const latestIsFree = useRef(isFree)
  useEffect(() => {
    latestIsFree.current = isFree
  }, [isFree])

  const hasActed = useRef(false)
  useEffect(() => {
    const ending = new AbortController()
    const note = () => {
      hasActed.current = true
    }
    const options = { passive: true, signal: ending.signal }
    for (const event of INTERACTION_EVENTS) window.addEventListener(event, note, options)
    return () => ending.abort()
  }, [])

  const isReady = next.kind === 'ready'
  useEffect(() => {
    if (!isReady || readSettings().hasSeenGuide || !isRemembered()) return
    const timer = setTimeout(() => {
      if (hasActed.current || !latestIsFree.current) return
      if (document.visibilityState === 'hidden') return
      changeSettings({ hasSeenGuide: true })
      openGuide()
    }, OPEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isReady, openGuide])
}
