import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { currentRoute } from '#core/modal/router.ts'
import type { Route, View } from '#core/modal/views.ts'
import { likelyRows } from '#core/wallets/wallet-list.ts'
import { useConnectionState, useKit, useStore } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { useInert } from '#ui/use-inert.ts'
import { ViewSkeleton } from '#ui/view-skeleton.tsx'
import { viewComponentOf } from '../view-registry.ts'
import { AlertBar } from './alert-bar.tsx'
import styles from './card.module.css'
import { Header } from './header.tsx'
import { ToastRegion } from './toast-region.tsx'
import { useFitHeight } from './use-fit-height.ts'
import { swapClassName, useSwap } from './use-swap.ts'
import { ViewBoundary } from './view-boundary.tsx'

/** Duration of the old view's exit (R-MODAL-6). */
const VIEW_MS = 150

type CardProps = {
  headingId: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** Header and current view; the same in the modal and embedded in the page. */
export function Card({ headingId, headingRef }: CardProps) {
  const { router } = useKit()
  const direction = useStore(router, (state) => state.direction)
  const { shown, phase } = useSwap(useStore(router, currentRoute), VIEW_MS)
  const bodyRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  useFitHeight(bodyRef, contentRef)
  useInert(contentRef, phase === 'leaving')
  useFocusAfterSwap(shown, headingRef)

  return (
    <>
      <Header headingId={headingId} headingRef={headingRef} />
      <AlertBar />
      <ToastRegion />
      <div className={styles['body']} ref={bodyRef}>
        <div
          ref={contentRef}
          className={classNames(styles['view'], swapClassName(phase, direction))}
        >
          <ViewBoundary key={`${shown.view}-boundary`}>
            <Suspense fallback={<SkeletonOf view={shown.view} />}>
              <ShownView route={shown} />
            </Suspense>
          </ViewBoundary>
        </div>
      </div>
    </>
  )
}

function SkeletonOf({ view }: { view: View }) {
  const { options } = useKit()
  const { connectors } = useConnectionState()
  if (view !== 'Connect') return <ViewSkeleton />
  return <ViewSkeleton rows={likelyRows(connectors, options)} />
}

function ShownView({ route }: { route: Route }) {
  // The same for as long as the view is shown: its code may load meanwhile.
  const [View] = useState(() => viewComponentOf(route))
  return <View data={route.data} />
}

/** Moves the focus to the new title if the focused control left with its view. */
function useFocusAfterSwap(shown: Route, headingRef: RefObject<HTMLHeadingElement | null>): void {
  const firstShown = useRef<Route | null>(null)
  useLayoutEffect(() => {
    const isFirst = firstShown.current === null
    firstShown.current = shown
    const focused = document.activeElement
    if (!isFirst && (focused === null || focused === document.body)) headingRef.current?.focus()
  }, [shown, headingRef])
}
