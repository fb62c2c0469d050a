import { hashTypedData, type TypedDataDefinition } from 'viem'
import * as z from 'zod/mini'
import { InvalidRequestError } from '#frame-errors.ts'

const TypedData = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z._default(z.record(z.string(), z.unknown()), {}),
  message: z.record(z.string(), z.unknown()),
})

const INVALID = 'The typed data of the request is not valid.'

/**
 * Reads typed data (EIP-712), as an object or as JSON.
 *
 * @throws {InvalidRequestError} when it is malformed or cannot be hashed.
 */
export function readTypedData(value: unknown): TypedDataDefinition {
  const parsed = z.safeParse(TypedData, typeof value === 'string' ? parseJson(value) : value)
  if (!parsed.success) throw new InvalidRequestError(INVALID)
  const typedData = parsed.data as unknown as TypedDataDefinition
  try {
    hashTypedData(typedData)
  } catch (cause) {
    throw new InvalidRequestError(INVALID, { cause })
  }
  return typedData
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
