import { collectGarbage } from '@bullring/server/collect-garbage'
import { productBuild } from '@bullring/server/product-build'
import type { ProductBuild } from '@bullring/wire/http/product-build'
import { StackError } from '../errors.ts'
import { textProgress } from '../progress.ts'
import { parseSettings, type StackSettings } from '../settings.ts'
import { type Stack, startStack } from '../stack.ts'

/** `npm start`: runs the whole product until Ctrl-C. */

const write = (text: string) => process.stdout.write(`${text}\n`)
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(name, () => stopping.abort())
}
// A closed terminal must not kill the process before it has stopped its children.
process.stdout.on('error', () => stopping.abort())

const stopped = new Promise<null>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve(null), { once: true })
})

async function start(): Promise<Stack | null> {
  try {
    const settings = parseSettings(process.env, process.argv.slice(2))
    for (const warning of settings.warnings) write(`! ${warning}`)
    const onDoctor = async (running: StackSettings) => {
      // It imports much that nothing else here needs.
      const { examineRunning } = await import('../doctor/examine.ts')
      return await examineRunning(process.env, running, stopping.signal)
    }
    return await startStack(settings, { progress: textProgress(write), onDoctor }, stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) return null
    const isKnown = error instanceof StackError || !(error instanceof Error)
    process.stderr.write(`\n✗ ${isKnown ? messageOf(error) : (error.stack ?? error.message)}\n`)
    process.exitCode = 1
    return null
  }
}

/** The first line: reports of faults need it. */
function buildLine({ version, commit }: ProductBuild): string {
  return `Bullring ${version}, commit ${commit ?? 'unknown'}`
}

/** Codes and links of the local chain are mailed to a page. */
function mailboxLine({ inboxUrl }: Stack): string {
  return inboxUrl === null ? '' : `\nmailbox ${inboxUrl} (login codes arrive here)`
}

/** Stands in for a phone: connects to the game by its QR code. */
function phoneLine({ phoneUrl }: Stack): string {
  return phoneUrl === null ? '' : `\nphone   ${phoneUrl} (a test wallet: scan or paste the QR code)`
}

/** The page of the operator, who finds the token of a local chain in a file. */
function operatorLine({ url, operatorTokenFile }: Stack): string {
  return operatorTokenFile === null
    ? ''
    : `\noperator ${url}/operator (its token is in ${operatorTokenFile})`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

write(buildLine(productBuild()))
const stack = await start()
if (stack !== null) {
  collectGarbage()
  write(
    `\nready ${stack.url}${mailboxLine(stack)}${phoneLine(stack)}${operatorLine(stack)}\n\nPress Ctrl-C to stop. The next start continues where this one left off.`,
  )
  const failure = await Promise.race([stopped, stack.failed])
  if (failure !== null) {
    process.stderr.write(`\n✗ ${failure}. Stopping everything else; see the log for details.\n`)
    process.exitCode = 1
  } else {
    write('\nstopping …')
  }
  await stack.stop()
  write('stopped')
}
process.exit()
