import { useCallback, useEffect, useRef, useState } from 'react'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { useKit } from '#react/kit-context.ts'

export type SwitchStatus = 'waiting' | 'declined' | 'unsupported'

/** Asks the wallet to switch when mounted, and again on `retry`. */
export function useSwitchAttempt(chainId: number): { status: SwitchStatus; retry: () => void } {
  const { connections, modal } = useKit()
  const [status, setStatus] = useState<SwitchStatus>('waiting')
  const started = useRef<number | null>(null)

  const attempt = useCallback(async () => {
    setStatus('waiting')
    const wasOnNetwork = connections.getState().connection.chainId === chainId
    try {
      await connections.switchNetwork(chainId)
      // The wallet was already on this network: no change of network will close this view.
      if (wasOnNetwork) modal.goBack()
    } catch (error) {
      setStatus(error instanceof ChainNotSupportedError ? 'unsupported' : 'declined')
    }
  }, [connections, modal, chainId])

  useEffect(() => {
    // Strict mode runs effects twice. Don't send the request twice.
    if (started.current === chainId) return
    started.current = chainId
    void attempt()
  }, [attempt, chainId])

  return { status, retry: () => void attempt() }
}
