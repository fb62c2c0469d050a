import type { EmbeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { StackError } from '../errors.ts'
import type { StackSettings } from '../settings.ts'
import { portProblem, portProblemText } from './free-port.ts'

/** A port that the product listens on. */
type NeededPort = { host: string; port: number; user: string }

const GAME = 'The game'
const LAST_PORT = 65_535
/** The first port without privileges that `npm start` uses by itself. */
const USUAL_PORT = 3_000
/** Distance between two installations on one machine: more ports than one installation needs. */
const PORTS_APART = 10

/**
 * Checks the ports of the whole product: of the game, and of the embedded wallet after it.
 *
 * @throws {StackError} when one of them cannot be opened, with a port to choose instead.
 */
export async function checkPorts(
  settings: Pick<StackSettings, 'host' | 'port'>,
  embedded: EmbeddedUrls | null,
): Promise<void> {
  const needed = neededPorts(settings, embedded)
  for (const each of needed) {
    const problem = await portProblem(each.host, each.port)
    if (problem === null) continue
    if (problem === 'EADDRNOTAVAIL' || problem === 'ENOTFOUND')
      throw new StackError(
        `${each.host} is no address of this machine. Set BULLRING_HOST to one, such as 127.0.0.1.`,
      )
    throw new StackError(
      `Port ${each.port} of ${each.host} ${portProblemText(problem)}. ${await adviceFor(each, needed)}`,
    )
  }
}

function neededPorts(
  { host, port }: Pick<StackSettings, 'host' | 'port'>,
  embedded: EmbeddedUrls | null,
): NeededPort[] {
  const needed = [{ host, port, user: GAME }]
  if (embedded === null) return needed
  needed.push({ host, port: embedded.custody.port, user: 'The embedded wallet' })
  needed.push({ host, port: embedded.vault.port, user: 'The embedded wallet’s vault' })
  if (embedded.inboxPort !== null)
    needed.push({ host: '127.0.0.1', port: embedded.inboxPort, user: 'The mailbox page' })
  return needed
}

async function adviceFor({ user }: NeededPort, needed: readonly NeededPort[]): Promise<string> {
  const port = await findUsable(needed)
  const other = `Choose another${port === null ? ' PORT' : `: PORT=${port} npm start`}`
  if (user === GAME) return other
  return `${user} needs it. ${other}, or leave the embedded wallet out: EMBEDDED_WALLET=off npm start`
}

/** Returns a value of PORT with which everything can listen; null when there is none. */
async function findUsable(needed: readonly NeededPort[]): Promise<number | null> {
  const current = needed[0]?.port ?? USUAL_PORT
  const next = current + PORTS_APART
  const first = next + needed.length <= LAST_PORT ? Math.max(next, USUAL_PORT) : USUAL_PORT
  for (let port = first; port + needed.length <= LAST_PORT; port += PORTS_APART) {
    const problems = await Promise.all(
      needed.map((each, index) => portProblem(each.host, port + index)),
    )
    if (problems.every((problem) => problem === null)) return port
  }
  return null
}
