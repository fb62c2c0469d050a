import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'

/** The first data comes from plain requests. The stream must not compete with them. */
const CONNECT_AFTER_MS = 1_000

/** Longest delay between two requests for the code. Delays double up to it. */
const MAX_RETRY_MS = 60_000

/** Keeps all data up to date with live events. Polling runs anyway and remains if the stream fails. */
export function useLiveEvents(account: Address | null): void {
  const client = useQueryClient()
  const api = useGameApi()
  useEffect(() => {
    const stop = new AbortController()
    const connect = async () => {
      const { connectLive } = await import('./connect-live.ts')
      if (!stop.signal.aborted) connectLive(client, api, account, stop.signal)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const connectAfter = (delayMs: number) => {
      timer = setTimeout(() => {
        // Polling remains, but only this code notices a dead line (R-LIVE-4).
        connect().catch(() => {
          if (!stop.signal.aborted) connectAfter(Math.min(2 * delayMs, MAX_RETRY_MS))
        })
      }, delayMs)
    }
    connectAfter(CONNECT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, api, account])
}
