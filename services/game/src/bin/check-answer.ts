import { expect } from 'vitest'
import * as z from 'zod'
import { openapiDocument } from '../openapi/openapi-document.ts'

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

// As a client sees it: after JSON.
const document = Document.parse(JSON.parse(JSON.stringify(openapiDocument())))
const schemas = new Map<string, z.ZodType>()

/** Fails unless the OpenAPI document says that a call may answer so. The answer can still be read. */
export async function checkAnswer(method: string, path: string, answer: Response): Promise<void> {
  // JSON-RPC, which is the node's.
  if (path === '/rpc') return
  const call = `${method} ${path} ${answer.status}`
  const operation = document.paths[path]?.[method]
  if (operation === undefined) {
    expect([404, 405], call).toContain(answer.status)
    return
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  const schema = operation.responses[answer.status]?.content[type]?.schema
  expect(schema, `${call} ${type} is in the document`).toBeDefined()
  const body: unknown = type.endsWith('json')
    ? await answer.clone().json()
    : await answer.clone().text()
  const { error } = schemaOf(call, schema).safeParse(body)
  expect(error?.issues, `${call} as the document says`).toBeUndefined()
}

function schemaOf(call: string, schema: unknown): z.ZodType {
  const known = schemas.get(call)
  if (known !== undefined) return known
  const isProblem = typeof schema === 'object' && schema !== null && '$ref' in schema
  const plain = isProblem ? document.components.schemas.Problem : schema
  const made = z.fromJSONSchema(plain as Parameters<typeof z.fromJSONSchema>[0])
  schemas.set(call, made)
  return made
}
