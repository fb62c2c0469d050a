/** Error of a JSON-RPC answer, as a node gave it. */
export type RpcError = { code: number; message: string; data?: unknown }

/** What came of asking one node once. */
export type UpstreamAnswer =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: RpcError }
  | {
      kind: 'failure'
      reason: 'timeout' | 'status' | 'unreadable' | 'unreachable'
      status?: number | undefined
      retryAfterMs?: number | undefined
    }
