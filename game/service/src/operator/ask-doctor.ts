import { OperatorChecks } from '@bullring/game-api/operator'
import * as z from 'zod/mini'

/** Longer than each of the checks may take. */
const LIMIT_MS = 30_000

const Reply = z.object({
  kind: z.literal('doctor'),
  /** Null where the parent process has no settings to examine. */
  findings: z.nullable(OperatorChecks.shape.findings),
})

/**
 * Asks the process that started this one what `npm run doctor` finds: only it has all settings. Null without one that
 * can.
 */
export async function askDoctor(): Promise<OperatorChecks['findings'] | null> {
  if (process.send === undefined) return null
  const limit = AbortSignal.timeout(LIMIT_MS)
  const { promise, resolve } = Promise.withResolvers<OperatorChecks['findings'] | null>()
  const onMessage = (data: unknown) => {
    const reply = z.safeParse(Reply, data).data
    if (reply !== undefined) resolve(reply.findings)
  }
  const onLimit = () => resolve(null)
  process.on('message', onMessage)
  limit.addEventListener('abort', onLimit, { once: true })
  try {
    process.send({ kind: 'doctor' })
    return await promise
  } finally {
    process.off('message', onMessage)
    limit.removeEventListener('abort', onLimit)
  }
}
