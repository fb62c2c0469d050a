import { STATUS_CODES } from 'node:http'
import { Problem } from '@bullring/wire/http/problem'
import * as z from 'zod/mini'
import type { OperationDescription } from '../operations/operation.ts'

type Json = Record<string, unknown>

/** Describes an API. */
export type ApiDescription = {
  title: string
  description: string
  operations: readonly OperationDescription[]
  /** OpenAPI security schemes by name. */
  securitySchemes?: Readonly<Record<string, Json>>
}

/** Describes an API as OpenAPI 3.1 (R-API-18). Its schemas are zod's JSON Schema. */
export function openapiDocument(api: ApiDescription): Json {
  const { title, description, operations, securitySchemes } = api
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      ...(securitySchemes !== undefined && { securitySchemes }),
    },
  }
}

function describe(operation: OperationDescription): Json {
  const { summary, body, response, status = 200, contentType = 'application/json' } = operation
  const parameters = [
    ...parametersOf('path', operation.params),
    ...parametersOf('query', operation.query),
  ]
  return {
    summary,
    ...(operation.security !== undefined && {
      security: [Object.fromEntries(operation.security.map((name) => [name, []]))],
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        // An empty body counts as `{}`.
        required: !z.safeParse(body, {}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: {
      [status]: {
        description: STATUS_CODES[status],
        ...(operation.responseHeaders && { headers: headersOf(operation.responseHeaders) }),
        content: { [contentType]: { schema: schemaOf(response, 'output') } },
      },
      ...Object.fromEntries(
        operation.errors.map((error) => [error, problemResponse(operation, error)]),
      ),
    },
  }
}

function headersOf(descriptions: Readonly<Record<string, string>>): Json {
  const described = Object.entries(descriptions).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return Object.fromEntries(described)
}

function problemResponse({ problem, errorType }: OperationDescription, status: number): Json {
  const schema = problem ? schemaOf(problem, 'output') : { $ref: '#/components/schemas/Problem' }
  return {
    description: STATUS_CODES[status] ?? 'Error',
    content: errorType
      ? { [errorType]: { schema: { type: 'string' } } }
      : { 'application/problem+json': { schema } },
  }
}

function parametersOf(place: 'path' | 'query', fields: z.ZodMiniObject | undefined): Json[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

/** A transform's output has no JSON Schema, so requests are described by their input. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
