import { ApprovalMessagesContext } from '@bullring/approval/text/messages-context'
import { createContext, type ReactNode, use } from 'react'
import { ENGLISH, type FrameMessages } from './frame-messages.ts'

/** English without a provider. */
const MessagesContext = createContext<FrameMessages>(ENGLISH)

/** Returns the texts in the language of the page. */
export function useMessages(): FrameMessages {
  return use(MessagesContext)
}

type ProviderProps = { messages: FrameMessages; children: ReactNode }

/** Gives a page its texts, also those of requests. */
export function MessagesProvider({ messages, children }: ProviderProps) {
  return (
    <MessagesContext value={messages}>
      <ApprovalMessagesContext value={messages}>{children}</ApprovalMessagesContext>
    </MessagesContext>
  )
}
