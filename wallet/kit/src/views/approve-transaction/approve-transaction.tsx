import { useMessages } from '#react/kit-context.ts'
import { Note } from '#ui/note.tsx'
import { APPROVE_MESSAGES } from './approve-messages.ts'

/** Shown when no request waits: one that does is shown above the modal, by the embedded wallet itself. */
export function ApproveTransaction() {
  const messages = useMessages('approve', APPROVE_MESSAGES)
  return <Note icon="check" title={messages.nothing} detail={messages.nothingDetail} />
}
