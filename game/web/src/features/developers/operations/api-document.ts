import { requestJson } from '@bullring/wire/http/request-json'
import * as z from 'zod/mini'

/** A JSON schema, as far as the page reads it. */
export type FieldSchema = {
  type?: string | readonly string[] | undefined
  default?: unknown
  enum?: readonly unknown[] | undefined
  const?: unknown
  required?: readonly string[] | undefined
  items?: FieldSchema | undefined
  properties?: Readonly<Record<string, FieldSchema>> | undefined
  anyOf?: readonly FieldSchema[] | undefined
  oneOf?: readonly FieldSchema[] | undefined
  $ref?: string | undefined
}

const Schema: z.ZodMiniType<FieldSchema> = z.lazy(() =>
  z.object({
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    default: z.optional(z.unknown()),
    enum: z.optional(z.array(z.unknown())),
    const: z.optional(z.unknown()),
    required: z.optional(z.array(z.string())),
    items: z.optional(Schema),
    properties: z.optional(z.record(z.string(), Schema)),
    anyOf: z.optional(z.array(Schema)),
    oneOf: z.optional(z.array(Schema)),
    $ref: z.optional(z.string()),
  }),
)

const Content = z.record(z.string(), z.object({ schema: Schema }))

const Described = z.object({
  summary: z.string(),
  parameters: z._default(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: Schema,
      }),
    ),
    [],
  ),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.optional(Content) }),
  ),
})

/** The parts of the service's OpenAPI document that the page shows. */
export const ApiDocument = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'put', 'delete']), z.optional(Described)),
  ),
})
export type ApiDocument = z.infer<typeof ApiDocument>

/** Path of the OpenAPI document. */
export const DOCUMENT_PATH = '/openapi.json'

/** Fetches the description of the API of this installation. */
export function fetchApiDocument(signal: AbortSignal): Promise<ApiDocument> {
  return requestJson({ url: DOCUMENT_PATH, schema: ApiDocument, signal })
}
