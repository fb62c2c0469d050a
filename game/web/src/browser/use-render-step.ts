import { startTransition, useEffect, useState } from 'react'

/**
 * Returns 0 in the first render and one more in each following render, up to `last`. Rendering in steps
 * keeps a slow phone responsive to input.
 */
export function useRenderStep(last: number): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (step < last) startTransition(() => setStep(step + 1))
  }, [step, last])
  return step
}
