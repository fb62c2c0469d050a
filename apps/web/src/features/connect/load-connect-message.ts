import type { ConnectMessage } from './connect-message.ts'
import type { ConnectWords } from './connect-words.ts'

/** What the visitor reads when connecting fails; that it did, if the code that knows more does not load. */
export async function loadConnectMessage(
  error: unknown,
  words: ConnectWords,
): Promise<ConnectMessage> {
  try {
    const { connectMessage } = await import('./connect-message.ts')
    return connectMessage(error, words)
  } catch {
    return { level: 'error', text: words.failed }
  }
}
