import { useEffect, useState } from 'react'

type Loading<details> =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'loaded'; details: details }

/** Loads what is known about a request. Returns the function that tries again. */
export function useDetails<details>(subject: {
  load: () => Promise<details>
}): [Loading<details>, () => void] {
  const [loading, setLoading] = useState<Loading<details>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let isCurrent = true
    const settle = (next: Loading<details>) => {
      if (isCurrent) setLoading(next)
    }
    settle({ state: 'loading' })
    subject.load().then(
      (details) => settle({ state: 'loaded', details }),
      () => settle({ state: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [subject, attempt])
  return [loading, () => setAttempt((last) => last + 1)]
}
