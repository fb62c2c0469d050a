import { createContext, use } from 'react'
import { type ApprovalMessages, ENGLISH_APPROVAL } from './messages.ts'

/** English without a provider. */
export const ApprovalMessagesContext = createContext<ApprovalMessages>(ENGLISH_APPROVAL)

/** Returns the texts of requests in the language of the page. */
export function useApprovalMessages(): ApprovalMessages {
  return use(ApprovalMessagesContext)
}
