import { BaseError } from '@bullring/errors/base-error'
import * as z from 'zod/mini'

/** A field that violates its schema. Names the field, never its value. */
export type MessageIssue = { field: string; reason: string }

/**
 * External input violates its schema; `errors` names the fields.
 *
 * Safe to show: it names fields, never their values.
 */
export class InvalidMessageError extends BaseError {
  override readonly name = 'InvalidMessageError'
  readonly code = 'wire.invalid-message'
  readonly issues: readonly MessageIssue[]

  constructor(error: z.core.$ZodError) {
    const issues = error.issues.map((issue) => ({
      field: issue.path.join('.') || 'message',
      reason: issue.message,
    }))
    super(issues.map(({ field, reason }) => `${field}: ${reason}`).join('; '), { cause: error })
    this.issues = issues
  }
}

/**
 * Checks `input` against `schema`. Unknown keys are dropped.
 *
 * @param reasonOf - Words the violations of rules that have no message.
 * @throws {InvalidMessageError} listing every invalid field.
 */
export function parse<schema extends z.ZodMiniType>(
  schema: schema,
  input: unknown,
  reasonOf?: z.core.$ZodErrorMap,
): z.output<schema> {
  const result = z.safeParse(schema, input, reasonOf && { error: reasonOf })
  if (!result.success) throw new InvalidMessageError(result.error)
  return result.data
}
