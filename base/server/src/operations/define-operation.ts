import type { Context } from 'hono'
import * as z from 'zod/mini'
import { readJson } from '../http/request/read-json.ts'
import type { Operation } from './operation.ts'
import { parseRequest } from './parse-request.ts'

const EMPTY_FIELDS = z.object({})
const EMPTY_BODY = z.undefined()
type EmptyFields = typeof EMPTY_FIELDS
type EmptyBody = typeof EMPTY_BODY

/** Parsed and checked input of an operation. */
type Input<
  params extends z.ZodMiniObject,
  query extends z.ZodMiniObject,
  body extends z.ZodMiniType,
> = { params: z.output<params>; query: z.output<query>; body: z.output<body> }

/** Argument of `defineOperation`. */
export type OperationDefinition<
  response extends z.ZodMiniType,
  params extends z.ZodMiniObject,
  query extends z.ZodMiniObject,
  body extends z.ZodMiniType,
> = Omit<Operation, 'handle' | 'params' | 'query' | 'body' | 'response' | 'problem'> & {
  params?: params
  query?: query
  body?: body
  response: response
  /** Accepts a JSON body of any content type: browsers send `text/plain` without a preflight request. */
  acceptsAnyType?: boolean
  /** Error statuses of middleware and handler. Statuses of invalid input are added. */
  errors: readonly number[]
  handler: (
    input: Input<params, query, body>,
    c: Context,
  ) => z.input<response> | Promise<z.input<response>>
}

/**
 * Declares an API operation. Route and OpenAPI description both follow from it: see `operationRoutes` and
 * `openapiDocument`. Input is checked against the schemas before the handler runs, with 422 for a
 * violation. The compiler checks the handler's result against the response schema (write
 * `{ status: 'ok' } satisfies Health` where the schema has a literal).
 *
 * @example
 * export function tradesOperations({ now, findTrades }: TradesDeps): readonly Operation[] {
 *   return [
 *     defineOperation({
 *       method: 'post',
 *       path: '/api/trades-by-user',
 *       summary: 'Trades of an account, newest first',
 *       body: TradesByUserRequest,
 *       response: TradesByUserResponse,
 *       errors: [...API_ERRORS, 404],
 *       handler: async ({ body }) => toTrades(await findTrades(body), now()),
 *     }),
 *   ]
 * }
 *
 * const operations = [...tradesOperations(deps), ...monitoringOperations(deps)]
 * app.route('/', operationRoutes(operations))
 * app.route('/', openapiRoutes(openapiDocument({ title, description, operations })))
 *
 * @example
 * // Headers are set on the context; for a content type other than JSON, the handler returns text.
 * defineOperation({
 *   ...
 *   contentType: 'text/plain',
 *   response: z.string(),
 *   handler: (_, c) => {
 *     c.header('cache-control', 'no-cache')
 *     return text
 *   },
 * })
 */
export function defineOperation<
  response extends z.ZodMiniType,
  params extends z.ZodMiniObject = EmptyFields,
  query extends z.ZodMiniObject = EmptyFields,
  body extends z.ZodMiniType = EmptyBody,
>(definition: OperationDefinition<response, params, query, body>): Operation {
  const { handler, acceptsAnyType = false, ...description } = definition
  const { params, query, body, status = 200, contentType } = description
  return {
    ...description,
    errors: [...description.errors, ...inputErrors(definition), 500],
    handle: async (c) => {
      const input = {
        params: parseRequest(params ?? EMPTY_FIELDS, c.req.param()),
        query: parseRequest(query ?? EMPTY_FIELDS, c.req.query()),
        body: body && parseRequest(body, await readJson(c, { acceptsAnyType })),
      }
      const result: unknown = await handler(input as Input<params, query, body>, c)
      return contentType === undefined
        ? c.json(result as object, status)
        : c.body(String(result), status, { 'content-type': contentType })
    },
  }
}

function inputErrors({
  params,
  query,
  body,
  acceptsAnyType = false,
}: {
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  acceptsAnyType?: boolean
}): number[] {
  if (body !== undefined) return [400, 413, 422, ...(acceptsAnyType ? [] : [415])]
  return params === undefined && query === undefined ? [] : [422]
}
