import '#ui/font.css'
import '#ui/theme.css'
import { createRoot, type Root } from 'react-dom/client'
import type { ApprovalQueue } from './approval-queue.ts'
import { ApprovalScreen } from './approval-screen.tsx'

let root: Root | undefined

/** Shows the requests of `queue` in the page, from the first call on. */
export function showApprovals(queue: ApprovalQueue): void {
  if (root !== undefined) return
  const container = document.getElementById('root')
  if (container === null) return
  root = createRoot(container)
  root.render(<ApprovalScreen queue={queue} />)
}
