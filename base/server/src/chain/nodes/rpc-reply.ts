/** Error of a JSON-RPC reply, as the node sent it. */
export type RpcError = { code: number; message: string; data?: unknown }

/** Outcome of a request: the node's reply, or the failure to get one. */
export type RpcReply =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: RpcError }
  | {
      kind: 'failure'
      reason: 'timeout' | 'status' | 'unreadable' | 'unreachable'
      /** HTTP status, with reason `status`. */
      status?: number | undefined
      /** Header of the response, with reason `status`: seconds after which the node may be asked again. */
      retryAfter?: string | undefined
    }
