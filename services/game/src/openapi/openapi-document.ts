import { STATUS_CODES } from 'node:http'
import { Problem } from '@bullring/wire/game-api/problem'
import * as z from 'zod/mini'
import type { Operation } from './operations.ts'
import { API_ERRORS, BODY_ERRORS, OPERATIONS } from './operations.ts'

type Json = Record<string, unknown>

/** The API as OpenAPI 3.1, whose schemas are JSON Schema as zod writes it. */
export function openapiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bullring',
      version: '1.0.0',
      description:
        'Amounts in BNB and prices in USD are exact decimal texts, times are seconds of chain time.',
    },
    paths,
    components: { schemas: { Problem: schemaOf(Problem, 'output') } },
  }
}

function describe(operation: Operation): Json {
  const { method, summary, request, response, contentType = 'application/json' } = operation
  const schema = schemaOf(response, 'output')
  return {
    summary,
    ...(method === 'get' && request !== null && { parameters: parametersOf(request) }),
    ...(method === 'post' &&
      request !== null && {
        requestBody: { content: { 'application/json': { schema: schemaOf(request, 'input') } } },
      }),
    responses: {
      200: { description: 'OK', content: { [contentType]: { schema } } },
      ...Object.fromEntries(
        errorsOf(operation).map((status) => [status, problemAnswer(operation, status)]),
      ),
    },
  }
}

function errorsOf({ path, method, errors }: Operation): number[] {
  const ofApi = path.startsWith('/api/') ? API_ERRORS : []
  const all = new Set([...errors, ...ofApi, ...(method === 'post' ? BODY_ERRORS : [])])
  return [...all].toSorted((a, b) => a - b)
}

function problemAnswer({ problem }: Operation, status: number): Json {
  const schema = problem ? schemaOf(problem, 'output') : { $ref: '#/components/schemas/Problem' }
  return {
    description: STATUS_CODES[status] ?? 'Error',
    content: { 'application/problem+json': { schema } },
  }
}

function parametersOf(query: z.ZodMiniObject): Json[] {
  return Object.entries(query.shape).map(([name, field]) => ({
    name,
    in: 'query',
    required: !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

/** What a transform makes of a value has no JSON Schema: of requests the input is described. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
