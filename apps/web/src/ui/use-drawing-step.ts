import { startTransition, useEffect, useState } from 'react'

/**
 * 0 in the first drawing and one more in each that follows, up to `last`. What is drawn in steps leaves
 * a slow phone room to answer a finger in between.
 */
export function useDrawingStep(last: number): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (step < last) startTransition(() => setStep(step + 1))
  }, [step, last])
  return step
}
