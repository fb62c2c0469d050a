import { createContext, use } from 'react'
import { ENGLISH, type FrameMessages } from './frame-messages.ts'

/** English without a provider. */
export const MessagesContext = createContext<FrameMessages>(ENGLISH)

/** Returns the texts in the language of the page. */
export function useMessages(): FrameMessages {
  return use(MessagesContext)
}
