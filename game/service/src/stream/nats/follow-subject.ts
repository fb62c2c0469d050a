import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Nats } from './nats.ts'

const RETRY_MS = 500

/** Calls `onText` with each message of a subject that is not stored, until `signal` aborts. Those of a break are missed. */
export async function followSubject(
  { nats, subject, log }: { nats: Nats; subject: string; log: Logger },
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const connection = await nats.connection()
      const messages = connection.subscribe(subject)
      using _ = unsubscribeOn(signal, () => messages.unsubscribe())
      for await (const message of messages) onText(message.string())
    } catch (error) {
      log.debug({ error: errorSummary(error) }, 'messages of NATS not received, retrying')
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
}

function unsubscribeOn(signal: AbortSignal, unsubscribe: () => void): Disposable {
  if (signal.aborted) unsubscribe()
  signal.addEventListener('abort', unsubscribe, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', unsubscribe) }
}
