import { useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { type ActionName, noteEnd, wasInterrupted } from './interrupted-action.ts'
import type { Action } from './use-action.ts'

/** Says that the page was loaded again while a change ran, until another one runs. */
export function useInterruption(name: ActionName, { hasRun }: Action) {
  const { dashboard: texts } = useMessages()
  const [isInterrupted] = useState(() => wasInterrupted(name))
  useEffect(() => noteEnd(name), [name])
  return isInterrupted && !hasRun ? <p role="status">{texts.interrupted}</p> : null
}
