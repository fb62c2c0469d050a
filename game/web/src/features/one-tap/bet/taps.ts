/** Time in which a bet can be undone before it is sent (R-TAP-2). */
export const UNDO_MS = 2_000

/** Presses this close to the first are one tap: a double tap does not undo itself. */
const SAME_TAP_MS = 300

/** A tap that can be undone, or whose bet is under way. */
type Tap<bet> = { bet: bet; stage: 'undoable' | 'sent' }

type RunningTap<bet> = Tap<bet> & { atMs: number; timer: ReturnType<typeof setTimeout> }

type TapDeps<bet> = {
  /** Whether a bet may start. Says why not. */
  canStart: () => boolean
  /** Called once a bet can no longer be undone. The bet is pending until the promise settles. */
  send: (bet: bet) => Promise<void>
  isSameRound: (one: bet, other: bet) => boolean
  isSameSide: (one: bet, other: bet) => boolean
  /** @param taps - The bets that are not in a block yet. */
  onChange: (taps: readonly Tap<bet>[]) => void
  onStart: (bet: bet) => void
  onUndo: (bet: bet) => void
  nowMs?: () => number
}

/** Creates the state behind the buttons: one bet a round, undone by a second press. */
export function createTaps<bet>(deps: TapDeps<bet>) {
  const { canStart, send, isSameRound, isSameSide, onChange, onStart, onUndo } = deps
  const { nowMs = () => performance.now() } = deps
  const taps = new Set<RunningTap<bet>>()

  const change = () => onChange([...taps].map(({ bet, stage }) => ({ bet, stage })))
  const finish = (tap: RunningTap<bet>) => {
    clearTimeout(tap.timer)
    taps.delete(tap)
    change()
  }
  const submit = async (tap: RunningTap<bet>) => {
    tap.stage = 'sent'
    change()
    await send(tap.bet).finally(() => finish(tap))
  }
  const start = (bet: bet) => {
    const timer = setTimeout(() => void submit(tap), UNDO_MS)
    const tap: RunningTap<bet> = { bet, stage: 'undoable', atMs: nowMs(), timer }
    taps.add(tap)
    change()
    onStart(bet)
  }
  return {
    press: (bet: bet) => {
      const tap = [...taps].find((running) => isSameRound(running.bet, bet))
      if (tap === undefined) return canStart() ? start(bet) : undefined
      const isUndo = tap.stage === 'undoable' && isSameSide(tap.bet, bet)
      if (!isUndo || nowMs() - tap.atMs < SAME_TAP_MS) return
      finish(tap)
      onUndo(bet)
    },
    /** Drops bets that can still be undone, and returns them. */
    stop: (): bet[] => {
      const dropped = [...taps].filter(({ stage }) => stage === 'undoable')
      dropped.forEach(finish)
      return dropped.map(({ bet }) => bet)
    },
  }
}
