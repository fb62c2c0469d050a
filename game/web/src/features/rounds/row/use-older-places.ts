import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isScrolledBack, measureRow, NEWEST_PLACES, type RowPlace } from './row-place.ts'

/** Cards rendered on each side of the visible ones. */
const OVERSCAN = 2

/**
 * The row grows by as many places when its left end comes near. Many, because Chromium's animated scrolling
 * jumps by the growth of a row written from right to left. Not all, because Chromium lays out at most
 * 33 million pixels.
 */
const GROWTH = 20_000
const NEAR_END = 10

/** Below this, the row is at rest and only the newest cards are rendered. */
const AT_REST_PX = 4

/**
 * The laid-out and the rendered places of older rounds, counted from the Expired card. `end` is the place after
 * the last rendered one.
 */
type OlderPlaces = {
  count: number
  first: number
  end: number
  isScrolledBack: boolean
  /** The card after the first round is in view. */
  isAtEnd: boolean
}

/**
 * Follows the row as it scrolls.
 *
 * @param open - The open round.
 */
export function useOlderPlaces(row: RefObject<HTMLElement | null>, open: Epoch) {
  // One more place for the card after the first round.
  const total = Math.max(Number(open) - NEWEST_PLACES, 0) + 1
  const [places, setPlaces] = useState<OlderPlaces>({
    count: GROWTH,
    first: 0,
    end: 0,
    isScrolledBack: false,
    isAtEnd: false,
  })
  useKeptPlace(row, open)
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const follow = () =>
      setPlaces((before) => {
        const after = placesIn(measureRow(element), before.count, total)
        return isSame(before, after) ? before : after
      })
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', follow)
    }
  }, [row, total])
  // Grows with a new round in the same commit as the row scrolls along.
  return { ...places, count: Math.min(places.count, total), total }
}

/** Returns the round at a place; 0 for the place after the first round. */
export function epochAt(place: number, open: Epoch): Epoch {
  return toEpoch(open - BigInt(NEWEST_PLACES + place))
}

function placesIn(row: RowPlace, laidOut: number, total: number): OlderPlaces {
  const { stride, distance, width } = row
  const none = { first: 0, end: 0, isScrolledBack: false, isAtEnd: false }
  const atRest = { ...none, count: laidOut }
  if (stride === 0 || distance < AT_REST_PX) return atRest
  const lastInView = Math.floor((distance + width) / stride) - NEWEST_PLACES
  const firstInView = Math.floor(distance / stride) - NEWEST_PLACES
  const isNearEnd = lastInView + NEAR_END >= laidOut
  const count = isNearEnd ? laidOut + GROWTH : laidOut
  const end = Math.min(Math.max(lastInView + OVERSCAN + 1, 0), count, total)
  const first = Math.min(Math.max(firstInView - OVERSCAN, 0), end)
  return {
    count,
    first,
    end,
    isScrolledBack: isScrolledBack(row),
    isAtEnd: lastInView >= total - 1,
  }
}

function isSame(a: OlderPlaces, b: OlderPlaces): boolean {
  return (
    a.count === b.count &&
    a.first === b.first &&
    a.end === b.end &&
    a.isScrolledBack === b.isScrolledBack &&
    a.isAtEnd === b.isAtEnd
  )
}

/** Scrolls along when a new round moves all cards one place, so that the cards in view stay in view. */
function useKeptPlace(row: RefObject<HTMLElement | null>, open: Epoch): void {
  const before = useRef(open)
  useLayoutEffect(() => {
    const moved = Number(open - before.current)
    before.current = open
    const element = row.current
    if (moved <= 0 || element === null) return
    const place = measureRow(element)
    if (isScrolledBack(place)) element.scrollLeft -= moved * place.stride
  }, [row, open])
}
