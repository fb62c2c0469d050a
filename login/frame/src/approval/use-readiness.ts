import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Obstacle } from './find-obstacle.ts'
import { type PageParts, type PageReport, PageWatch } from './watch-page.ts'

/** Time without any change before the button is armed, so that a click aimed at something else cannot hit it. */
const ARMING_MS = 500

export type Readiness = {
  /** Whether the button may be pressed. */
  isArmed: boolean
  /** Why not; null also while the time runs. */
  obstacle: Obstacle | null
  isPinnable: boolean
  /** Whether a press at this moment counts: the browser reports changes a little later. */
  canPress: () => boolean
}

type PartRefs = { [part in keyof PageParts]: RefObject<HTMLElement | null> }

const FIRST = { isArmed: false, obstacle: null, isPinnable: true }

type State = Omit<Readiness, 'canPress'>

/**
 * Returns whether the request on a page may be approved: the user can see title, what is asked and buttons, has had
 * all of the content on the screen, and nothing has changed for half a second.
 *
 * @param onHidden - Called once the page was on the screen and no longer is: the user closed the modal around it.
 */
export function useReadiness(refs: PartRefs, onHidden: () => void): Readiness {
  const [readiness, setReadiness] = useState<State>(FIRST)
  const latestRefs = useRef(refs)
  const latestOnHidden = useRef(onHidden)
  const watching = useRef<PageWatch>(null)
  useLayoutEffect(() => {
    latestOnHidden.current = onHidden
  })
  useEffect(() => {
    const parts = currentParts(latestRefs.current)
    if (parts === null) return
    const clock = createClock(parts.page.ownerDocument, () =>
      setReadiness((last) => ({ ...last, isArmed: true })),
    )
    let wasShown = false
    const watch = new PageWatch(parts, ({ isShown, ...report }) => {
      if (wasShown && !isShown) latestOnHidden.current()
      wasShown = isShown
      setReadiness((last) => next(last, report))
      clock.restart(report.obstacle === null)
    })
    watching.current = watch
    return () => {
      watch.stop()
      clock.stop()
    }
  }, [])
  return {
    ...readiness,
    canPress: () => {
      const watch = watching.current
      return readiness.isArmed && watch !== null && watch.check() === null && !watch.isResized()
    },
  }
}

function next(last: State, { obstacle, isPinnable }: Omit<PageReport, 'isShown'>): State {
  const isSame = !last.isArmed && last.obstacle === obstacle && last.isPinnable === isPinnable
  return isSame ? last : { isArmed: false, obstacle, isPinnable }
}

function currentParts({ page, pinned, content, footer }: PartRefs): PageParts | null {
  const parts = {
    page: page.current,
    pinned: pinned.current,
    content: content.current,
    footer: footer.current,
  }
  return Object.values(parts).every((part) => part !== null) ? (parts as PageParts) : null
}

const PRESSES = ['pointerdown', 'keydown'] as const

/** Calls `onTime` when the time has passed since the last restart; presses before it restart it, too. */
function createClock(page: Document, onTime: () => void) {
  const view = page.defaultView ?? window
  let timer: number | undefined
  const restart = (isRunning: boolean) => {
    view.clearTimeout(timer)
    timer = isRunning ? view.setTimeout(finish, ARMING_MS) : undefined
  }
  const finish = () => {
    timer = undefined
    onTime()
  }
  // Someone who is clicking fast means something else.
  const postpone = () => {
    if (timer !== undefined) restart(true)
  }
  for (const press of PRESSES) page.addEventListener(press, postpone, true)
  return {
    restart,
    stop: () => {
      restart(false)
      for (const press of PRESSES) page.removeEventListener(press, postpone, true)
    },
  }
}
