import type { EmbeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { StackError } from '../errors.ts'
import type { StackSettings } from '../settings.ts'
import { portProblem } from './free-port.ts'

/**
 * Checks the ports of the whole product: of the game, and of the embedded wallet after it.
 *
 * @throws {StackError} when one of them cannot be opened.
 */
export async function checkPorts(
  settings: StackSettings,
  embedded: EmbeddedUrls | null,
): Promise<void> {
  const { host, port } = settings
  await checkPort(host, port, `Choose another: PORT=${port < 1_024 ? 3_000 : port + 1} npm start`)
  if (embedded === null) return
  const advice = `Choose another PORT, or leave the embedded wallet out: EMBEDDED_WALLET=off npm start`
  await checkPort(host, embedded.custody.port, `The embedded wallet needs it. ${advice}`)
  await checkPort(host, embedded.vault.port, `The embedded wallet’s vault needs it. ${advice}`)
  if (embedded.inboxPort === null) return
  await checkPort('127.0.0.1', embedded.inboxPort, `The mailbox page needs it. ${advice}`)
}

async function checkPort(host: string, port: number, advice: string): Promise<void> {
  const problem = await portProblem(host, port)
  if (problem === null) return
  const reason =
    problem === 'EADDRINUSE'
      ? 'is in use by another program'
      : problem === 'EACCES'
        ? 'requires more privileges than this user has'
        : `cannot be opened (${problem})`
  throw new StackError(`Port ${port} of ${host} ${reason}. ${advice}`)
}
