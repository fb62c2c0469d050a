import { HashField } from '@bullring/wire/fields'
import { InvalidMessageError, parse } from '@bullring/wire/parse'
import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { InvalidWebhookError } from './errors.ts'

const TransactionHash = HashField.check(z.regex(/^0x[0-9a-fA-F]{64}$/))

/**
 * Reads the JSON body of a webhook.
 *
 * @throws {InvalidWebhookError} when it is not as the provider documents it.
 */
export function readEvent<schema extends z.ZodMiniType>(
  schema: schema,
  body: string,
): z.output<schema> {
  try {
    return parse(schema, JSON.parse(body))
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof InvalidMessageError) {
      throw new InvalidWebhookError({ cause })
    }
    throw cause
  }
}

/** Returns the transaction's hash, or null while there is none, and for a chain with other hashes. */
export function transactionHash(text: string | null | undefined): Hash | null {
  const hash = z.safeParse(TransactionHash, text)
  return hash.success ? hash.data : null
}
