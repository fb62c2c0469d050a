import type { PriceE8 } from '@bullring/prediction/units'
import { toPriceE8 } from '@bullring/prediction/units'
import { useEffect, useRef, useState } from 'react'

const DURATION_MS = 200
const STEPS = 1_000

/** Returns the animated price between `from` and `to`, eased out; `progress` runs from 0 to 1. */
export function priceBetween(from: PriceE8, to: PriceE8, progress: number): PriceE8 {
  const eased = 1 - (1 - Math.min(Math.max(progress, 0), 1)) ** 3
  const steps = BigInt(Math.round(eased * STEPS))
  return toPriceE8(from + ((to - from) * steps) / BigInt(STEPS))
}

/** Animates changes of `price`. Jumps to the new value if the visitor prefers reduced motion. */
export function useCountUp(price: PriceE8): PriceE8 {
  const [displayed, setDisplayed] = useState(price)
  const start = useRef(price)

  useEffect(() => {
    const from = start.current
    start.current = price
    if (from === price || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setDisplayed(price)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const progress = (now - startedAt) / DURATION_MS
      setDisplayed(priceBetween(from, price, progress))
      if (progress < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [price])

  return displayed
}
