import { broken, type Check, type Finding } from './finding.ts'

/** Longer than the mail server may take to greet, which takes longest. */
const LIMIT_MS = 15_000

/** Runs all checks at once. One that fails or takes too long is a finding too, and ends none of the others. */
export async function runChecks(
  checks: readonly Check[],
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<readonly Finding[]> {
  const findings = await Promise.all(checks.map((check) => runOne(check, signal, limitMs)))
  return findings.flat()
}

async function runOne(
  { capability, run }: Check,
  signal: AbortSignal,
  limitMs: number,
): Promise<readonly Finding[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const { promise: overdue, reject } = Promise.withResolvers<never>()
  const end = () => reject(limit.reason)
  limit.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([run(limit), overdue])
  } catch (error) {
    return [
      broken(capability, limit.aborted ? `no result within ${limitMs / 1_000} s` : reasonOf(error)),
    ]
  } finally {
    limit.removeEventListener('abort', end)
  }
}

/** The first line, without a library's advice and the request, which may hold a key. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const [line = ''] = error.message.split('\n')
  return line !== '' ? line : (code ?? error.name)
}
