import { BaseError } from '@bullring/errors/base-error'

/**
 * Logs a failed request to the console, where a visitor who reports a problem finds it (R-PAGE-10). Other messages than
 * ours are left out: those of wallets and nodes may name accounts and keys.
 *
 * @param what - Identifies the request.
 */
export function logFailure(what: string, error: Error): void {
  const reason = error instanceof BaseError ? error.message : error.name
  // biome-ignore lint/suspicious/noConsole: The specification wants it there.
  console.error(`${what}: ${reason}`)
}
