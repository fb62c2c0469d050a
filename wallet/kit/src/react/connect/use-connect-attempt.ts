import { useCallback, useEffect, useRef, useState } from 'react'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { FailureKind } from '#core/failure/failure-rules.ts'
import { useKit } from '../kit-context.ts'

type Status = 'waiting' | 'declined' | 'unanswered' | 'noAccount' | 'failed'

type Attempt = { status: Status; message: string }

const STATUSES: { readonly [kind in FailureKind]?: Status } = {
  rejected: 'declined',
  alreadyPending: 'unanswered',
  noAccount: 'noAccount',
}

const WAITING: Attempt = { status: 'waiting', message: '' }

/** Connects immediately, and again on `retry`. */
export function useConnectAttempt(connectorUid: string, name: string) {
  const { connections, events } = useKit()
  const [attempt, setAttempt] = useState<Attempt>(WAITING)
  const started = useRef<string | null>(null)

  const connect = useCallback(async () => {
    setAttempt(WAITING)
    try {
      await connections.connect(connectorUid)
      events.emit({ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name } })
    } catch (error) {
      const { kind, message } = classifyFailure(error)
      setAttempt({ status: STATUSES[kind] ?? 'failed', message })
      events.emit({ event: 'CONNECT_ERROR', properties: { message } })
    }
  }, [connections, events, connectorUid, name])

  useEffect(() => {
    // Strict mode runs effects twice. Connect only once.
    if (started.current === connectorUid) return
    started.current = connectorUid
    events.emit({ event: 'SELECT_WALLET', properties: { name, platform: 'browser' } })
    void connect()
  }, [connect, connectorUid, events, name])

  return { ...attempt, retry: () => void connect() }
}
