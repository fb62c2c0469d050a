import { expect } from 'vitest'
import * as z from 'zod'

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.object({ Problem: z.unknown() }) }),
})

/** Fails a test unless the OpenAPI document describes the response to a request. */
export type ResponseCheck = (method: string, path: string, response: Response) => Promise<void>

/**
 * Checks responses against an OpenAPI document, in tests. A response can still be read afterwards.
 *
 * @param openapi - From `openapiDocument`, or as served.
 */
export function createResponseCheck(openapi: object): ResponseCheck {
  // As a client sees it: after JSON.
  const document = Document.parse(JSON.parse(JSON.stringify(openapi)))
  const templates = Object.keys(document.paths).map((path) => ({ path, regex: regexOf(path) }))
  const schemas = new Map<string, z.ZodType>()

  function schemaOf(call: string, schema: unknown): z.ZodType {
    const known = schemas.get(call)
    if (known !== undefined) return known
    const isProblem = typeof schema === 'object' && schema !== null && '$ref' in schema
    const plain = isProblem ? document.components.schemas.Problem : schema
    const made = z.fromJSONSchema(plain as Parameters<typeof z.fromJSONSchema>[0])
    schemas.set(call, made)
    return made
  }

  return async (method, path, response) => {
    const template = templates.find(({ regex }) => regex.test(path))?.path ?? path
    const call = `${method} ${template} ${response.status}`
    const operation = document.paths[template]?.[method]
    if (operation === undefined) {
      expect([404, 405], call).toContain(response.status)
      return
    }
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const schema = operation.responses[response.status]?.content[type]?.schema
    expect(schema, `${call} ${type} is in the document`).toBeDefined()
    const body: unknown = type.endsWith('json')
      ? await response.clone().json()
      : await response.clone().text()
    const { error } = schemaOf(call, schema).safeParse(body)
    expect(error?.issues, `${call} as the document says`).toBeUndefined()
  }
}

function regexOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
