import type * as z from 'zod/mini'

/** One call of a service, as far as its OpenAPI description needs to know it. */
export type Operation = {
  /** As the router has it: `/v1/account/:address/history`. */
  path: string
  method: 'get' | 'post'
  summary: string
  /** Parts of the path with a name. */
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  response: z.ZodMiniType
  /** Of the answer when all is well; 200 by default. */
  status?: 200 | 202
  /** Type of the answer when it is not JSON. */
  contentType?: string
  /** What its errors say, when that is more than others'. */
  problem?: z.ZodMiniType
  /** Every status of an error that it answers with. */
  errors: readonly number[]
  /** Names of the `securitySchemes` that it asks for, all of them at once. */
  security?: readonly string[]
}
