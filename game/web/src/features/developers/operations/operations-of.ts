import type { ApiDocument, FieldSchema } from './api-document.ts'
import { typeText } from './type-text.ts'

/** A field of a request or response. */
export type Field = { name: string; type: string; isRequired: boolean; initial: string | null }

/** An operation, as the page shows it. */
export type ApiOperation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  /** In the path and the query. */
  parameters: readonly (Field & { place: 'path' | 'query' })[]
  /** Of the JSON body; null without one. */
  body: readonly Field[] | null
  /** Media type and schema of a success. */
  response: { type: string; fields: readonly Field[]; text: string }
  errors: readonly { status: string; description: string }[]
}

type Described = NonNullable<ApiDocument['paths'][string]['get']>

/** Returns the operations of the API, in the order of their paths. */
export function operationsOf({ paths }: ApiDocument): readonly ApiOperation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, described]) =>
        described === undefined ? [] : [toOperation(method, path, described)],
      ),
    )
    .toSorted((a, b) => a.path.localeCompare(b.path))
}

function toOperation(method: string, path: string, described: Described): ApiOperation {
  const statuses = Object.entries(described.responses)
  const [, success] = statuses.find(([status]) => status.startsWith('2')) ?? []
  const [type = '', media] = Object.entries(success?.content ?? {})[0] ?? []
  const body = described.requestBody?.content['application/json']?.schema
  return {
    method: method.toUpperCase() as ApiOperation['method'],
    path,
    summary: described.summary,
    parameters: described.parameters.map((parameter) => ({
      ...fieldOf(parameter.name, parameter.schema, parameter.required),
      place: parameter.in,
    })),
    body: body === undefined ? null : fieldsOf(body),
    response: {
      type,
      fields: fieldsOf(rowOf(media?.schema)),
      text: media === undefined ? '' : typeText(media.schema),
    },
    errors: statuses
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description }]) => ({ status, description })),
  }
}

/** A list is described by the fields of its rows. */
function rowOf(schema: FieldSchema | undefined): FieldSchema {
  return schema?.items ?? schema ?? {}
}

function fieldsOf({ properties = {}, required = [] }: FieldSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, schema, required.includes(name)),
  )
}

function fieldOf(name: string, schema: FieldSchema, isRequired: boolean): Field {
  const initial = schema.default === undefined ? null : JSON.stringify(schema.default)
  return { name, type: typeText(schema), isRequired, initial }
}
