import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps an element from being used while `isInert`. As a prop, React 18 drops the attribute if it is a boolean, and React 19
 * if it is an empty text.
 */
export function useInert(element: RefObject<HTMLElement | null>, isInert: boolean): void {
  useLayoutEffect(() => {
    element.current?.toggleAttribute('inert', isInert)
  }, [element, isInert])
}
