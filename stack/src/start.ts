import type { DataFolder } from './data-folder/data-folder.ts'
import type { Child } from './processes/child.ts'
import type { Progress } from './progress.ts'
import type { StackSettings } from './settings.ts'

/** State that the steps of a start share. */
export type Start = {
  settings: StackSettings
  folder: DataFolder
  progress: Progress
  /** Steps that undo the start, run from the last to the first when the product stops or a later step fails. */
  cleanup: AsyncDisposableStack
  /** Reports a process without which nothing runs, notes it in the data folder's lock, and stops it with the product. */
  keepChild: (child: Child, program: string) => Promise<void>
  /** Writes a warning to the log and the terminal. */
  note: (sentence: string) => void
  /** Aborts when the product is to stop, or a process without which nothing runs has ended. */
  signal: AbortSignal
}
