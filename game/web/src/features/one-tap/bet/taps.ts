/** Time in which a bet can be undone before it is sent (R-TAP-2). */
export const UNDO_MS = 2_000

/** Presses this close to the first are one tap: a double tap does not undo itself. */
const SAME_TAP_MS = 300

/** A tap that can be undone, or whose bet is under way. */
type Tap<bet> = { bet: bet; stage: 'undoable' | 'sent' }

type TapDeps<bet> = {
  /** Called once a bet can no longer be undone. The bet is pending until the promise settles. */
  send: (bet: bet) => Promise<void>
  isSame: (one: bet, other: bet) => boolean
  onChange: (tap: Tap<bet> | null) => void
  onUndo: (bet: bet) => void
  nowMs?: () => number
}

/** Creates the state behind the buttons: one bet at a time, undone by a second press. */
export function createTaps<bet>(deps: TapDeps<bet>) {
  const { send, isSame, onChange, onUndo, nowMs = () => performance.now() } = deps
  let tap: (Tap<bet> & { atMs: number; timer: ReturnType<typeof setTimeout> }) | null = null

  const finish = () => {
    if (tap !== null) clearTimeout(tap.timer)
    tap = null
    onChange(null)
  }
  const submit = async (bet: bet) => {
    if (tap === null) return
    tap.stage = 'sent'
    onChange({ bet, stage: 'sent' })
    await send(bet).finally(finish)
  }
  const start = (bet: bet) => {
    const timer = setTimeout(() => void submit(bet), UNDO_MS)
    tap = { bet, stage: 'undoable', atMs: nowMs(), timer }
    onChange({ bet, stage: 'undoable' })
  }
  return {
    press: (bet: bet) => {
      if (tap === null) return start(bet)
      const isUndo = tap.stage === 'undoable' && isSame(tap.bet, bet)
      if (!isUndo || nowMs() - tap.atMs < SAME_TAP_MS) return
      finish()
      onUndo(bet)
    },
    /** Drops a bet that can still be undone. */
    stop: () => {
      if (tap?.stage === 'undoable') finish()
    },
  }
}
