import { skipToken, useQuery } from '@tanstack/react-query'

/** The connection to the server's live events. */
export type LineState =
  /** Not open yet. */
  | { kind: 'connecting' }
  /** Events arrive at once. */
  | { kind: 'live' }
  /** No events arrive, but the server responds to requests. */
  | { kind: 'polling' }
  /** The server does not respond: the data on screen may be out of date. */
  | { kind: 'lost'; receivedAtMs: number }

export const lineKeys = { state: ['line'] as const }

const CONNECTING: LineState = { kind: 'connecting' }

/** The state of the connection to the server, which `connectLive` keeps up to date. */
export function useLine(): LineState {
  const { data = CONNECTING } = useQuery<LineState>({
    queryKey: lineKeys.state,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
