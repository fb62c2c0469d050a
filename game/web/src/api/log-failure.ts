import { BaseError } from '@bullring/errors/base-error'

/**
 * Logs a failed request to the console, where a visitor who reports a problem finds it (R-PAGE-10). Messages of wallets and
 * nodes are left out: they may name accounts and keys.
 *
 * @param what - Name of the request.
 */
export function logFailure(what: string, error: Error): void {
  const reason = error instanceof BaseError ? error.message : error.name
  // biome-ignore lint/suspicious/noConsole: The specification wants it there.
  console.error(`${what}: ${reason}`)
}
