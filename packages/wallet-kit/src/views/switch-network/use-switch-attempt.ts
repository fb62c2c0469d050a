import { useCallback, useEffect, useRef, useState } from 'react'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { useKit } from '#react/kit-context.ts'

export type SwitchStatus = 'waiting' | 'declined' | 'unsupported'

/** One attempt to switch after the other, the first of them at once. */
export function useSwitchAttempt(chainId: number): { status: SwitchStatus; retry: () => void } {
  const { connections, modal } = useKit()
  const [status, setStatus] = useState<SwitchStatus>('waiting')
  const started = useRef<number | null>(null)

  const attempt = useCallback(async () => {
    setStatus('waiting')
    const wasThere = connections.getState().connection.chainId === chainId
    try {
      await connections.switchNetwork(chainId)
      // The wallet changed its network before it was asked: nothing else will close this view.
      if (wasThere) modal.goBack()
    } catch (error) {
      setStatus(error instanceof ChainNotSupportedError ? 'unsupported' : 'declined')
    }
  }, [connections, modal, chainId])

  useEffect(() => {
    // Strict mode runs effects twice; a wallet must not be asked twice.
    if (started.current === chainId) return
    started.current = chainId
    void attempt()
  }, [attempt, chainId])

  return { status, retry: () => void attempt() }
}
