import { BaseError } from '@bullring/errors/base-error'
import { BaseError as ChainError } from 'viem'

/** Failures of pg's connections, which have no code. */
const CONNECTION_FAILURES: readonly string[] = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Query read timeout',
]

/**
 * Returns the part of an error that may be logged. Full messages of chain and database errors contain addresses,
 * request bodies and URLs with keys. They belong to the debug level.
 */
export function errorSummary(error: unknown): { name: string; detail: string } {
  if (error instanceof BaseError) return { name: error.name, detail: error.code }
  if (error instanceof ChainError) return { name: error.name, detail: error.shortMessage }
  if (!(error instanceof Error)) return { name: 'unknown', detail: typeof error }
  if ('code' in error) return { name: error.name, detail: String(error.code) }
  return {
    name: error.name,
    detail: CONNECTION_FAILURES.includes(error.message) ? error.message : '',
  }
}
