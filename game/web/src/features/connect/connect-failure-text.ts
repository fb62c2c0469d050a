import type { Failure } from '@bullring/wallet-kit/failure'
import type { ConnectMessages } from './connect-messages.ts'

export type ConnectMessage = { level: 'info' | 'error'; text: string }

/** Returns the message for a failed connection or network switch: R-CONNECT-4, R-CONNECT-5. */
export function connectFailureText(
  { kind, message }: Failure,
  messages: ConnectMessages,
): ConnectMessage {
  switch (kind) {
    case 'rejected':
      return { level: 'info', text: messages.cancelled }
    case 'alreadyPending':
      return { level: 'info', text: messages.alreadyPending }
    case 'noProvider':
      return { level: 'error', text: messages.noProvider }
    default:
      return { level: 'error', text: message || messages.failed }
  }
}
