import type { Context } from 'hono'
import type * as z from 'zod/mini'

/** One API operation as its OpenAPI document describes it. */
export type OperationDescription = {
  method: 'get' | 'post' | 'put' | 'patch'
  /** In the router's syntax: `/v1/account/:address/history`. */
  path: string
  summary: string
  /** Named segments of the path. */
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  response: z.ZodMiniType
  /** Status of a successful response, by default 200. */
  status?: 200 | 202
  /** Content type of the response, by default JSON. */
  contentType?: string
  /** Descriptions of the headers that a successful response may have, by name. */
  responseHeaders?: Readonly<Record<string, string>>
  /** Schema of the error responses if they carry more than a problem document. */
  problem?: z.ZodMiniType
  /** Content type of its error responses, by default problem details. */
  errorType?: 'text/plain'
  /** Statuses of all its error responses. */
  errors: readonly number[]
  /** Names of the `securitySchemes` that it requires, all of them together. */
  security?: readonly string[]
}

/**
 * One API operation: its description and its handler. `defineOperation` creates one that validates its
 * input. A literal of this type is for responses that are neither JSON nor text, such as event streams.
 */
export type Operation = OperationDescription & {
  /** Receives the request once its body is known to respect `maxBodyBytes`. */
  handle: (c: Context) => Response | Promise<Response>
  /** Further paths that are routed but not described. */
  aliases?: readonly string[]
  /** Longest request body; 16 KiB by default. */
  maxBodyBytes?: number
}
