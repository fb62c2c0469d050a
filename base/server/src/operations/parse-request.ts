import { parse } from '@bullring/wire/parse'
import type * as z from 'zod/mini'

/**
 * Checks the input of a request. The reasons of violations are those that API users know from zod's own messages
 * (R-SERVICE-7), and never repeat a value.
 *
 * @throws {InvalidMessageError} listing every invalid field.
 */
export function parseRequest<schema extends z.ZodMiniType>(
  schema: schema,
  input: unknown,
): z.output<schema> {
  return parse(schema, input, reasonOf)
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

function reasonOf(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Required'
    return `Expected ${issue.expected}, received ${typeOf(issue.input)}`
  }
  if (issue.code === 'invalid_value') {
    return issue.input === undefined
      ? 'Required'
      : `Expected ${issue.values.map(quoted).join(' | ')}`
  }
  if (issue.code === 'too_big') {
    const { inclusive = true, origin, maximum } = issue
    return sizeReason(origin, inclusive ? 'at most' : 'less than', maximum)
  }
  if (issue.code === 'too_small') {
    const { inclusive = true, origin, minimum } = issue
    return sizeReason(origin, inclusive ? 'at least' : 'more than', minimum)
  }
  if (issue.code === 'invalid_format') return `Invalid ${issue.format}`
  return issue.input === undefined ? 'Required' : 'Invalid input'
}

const UNITS: Readonly<Record<string, string>> = { string: 'character(s)', array: 'element(s)' }

function sizeReason(origin: string, bound: string, limit: number | bigint): string {
  const unit = UNITS[origin]
  return unit === undefined ? `Must be ${bound} ${limit}` : `Must contain ${bound} ${limit} ${unit}`
}

function typeOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'array'
  return Number.isNaN(input) ? 'nan' : typeof input
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : `${value}`
}
