import { useMessages } from '#react/kit-context.ts'
import { Note } from '#ui/note.tsx'

export const APPROVE_MESSAGES = {
  nothing: 'Nothing to approve',
  nothingDetail: 'What you have to approve appears here by itself.',
} as const

/** Shown when no request waits: one that does is shown above the modal, by the embedded wallet itself. */
export function ApproveTransaction() {
  const messages = useMessages('approve', APPROVE_MESSAGES)
  return <Note icon="check" title={messages.nothing} detail={messages.nothingDetail} />
}
