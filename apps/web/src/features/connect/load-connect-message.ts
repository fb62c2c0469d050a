import type { ConnectMessage } from './connect-message.ts'
import type { ConnectMessages } from './connect-messages.ts'

/** What the visitor reads when connecting fails; that it did, if the code that knows more does not load. */
export async function loadConnectMessage(
  error: unknown,
  messages: ConnectMessages,
): Promise<ConnectMessage> {
  try {
    const { connectMessage } = await import('./connect-message.ts')
    return connectMessage(error, messages)
  } catch {
    return { level: 'error', text: messages.failed }
  }
}
