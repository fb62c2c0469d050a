import type { ConnectMessage } from './connect-message.ts'
import type { ConnectMessages } from './connect-messages.ts'

/** Returns the message for a failed connection, or a general one if the code that knows more fails to load. */
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
