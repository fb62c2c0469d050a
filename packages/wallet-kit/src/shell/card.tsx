import { type RefObject, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { currentRoute } from '#core/modal/router.ts'
import type { Route } from '#core/modal/views.ts'
import { useKit } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { AlertBar } from './alert-bar.tsx'
import styles from './card.module.css'
import { Header } from './header.tsx'
import { ToastRegion } from './toast-region.tsx'
import { useFitHeight } from './use-fit-height.ts'
import { useSwap } from './use-swap.ts'
import { ViewBoundary } from './view-boundary.tsx'
import { viewComponentOf } from './view-registry.ts'
import { ViewSkeleton } from './view-skeleton.tsx'

/** Spec, section 9: the old view goes for 150 ms before the new one comes. */
const VIEW_MS = 150

type CardProps = {
  headingId: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** Header and current view: the same over the page and in it. */
export function Card({ headingId, headingRef }: CardProps) {
  const { router } = useKit()
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState)
  const { shown, phase } = useSwap(currentRoute(state), VIEW_MS)
  const bodyRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  useFitHeight(bodyRef, contentRef)
  useFocusAfterSwap(shown, headingRef)

  return (
    <>
      <Header headingId={headingId} headingRef={headingRef} />
      <AlertBar />
      <ToastRegion />
      <div className={styles['body']} ref={bodyRef}>
        <div
          ref={contentRef}
          className={classNames(styles['view'], styles[phase], styles[state.direction])}
          inert={phase === 'leaving'}
        >
          <ViewBoundary key={`${shown.view}-boundary`}>
            <Suspense fallback={<ViewSkeleton />}>
              <ShownView route={shown} />
            </Suspense>
          </ViewBoundary>
        </div>
      </div>
    </>
  )
}

/** Each entry of the history is its own instance: a wallet's view does not keep another's state. */
function ShownView({ route }: { route: Route }) {
  const View = viewComponentOf(route)
  return <View data={route.data} />
}

/** When the focused control has gone with its view, the focus goes to the new title. */
function useFocusAfterSwap(shown: Route, headingRef: RefObject<HTMLHeadingElement | null>): void {
  const firstShown = useRef<Route | null>(null)
  useLayoutEffect(() => {
    const isFirst = firstShown.current === null
    firstShown.current = shown
    const focused = document.activeElement
    if (!isFirst && (focused === null || focused === document.body)) headingRef.current?.focus()
  }, [shown, headingRef])
}
