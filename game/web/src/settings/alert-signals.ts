import { type Note, playNotes } from '#browser/play-notes.ts'
import { vibrate } from '#browser/vibration.ts'

/** Events of a bet that the page can signal: its round has locked, or its result is known. */
export const ALERT_KINDS = ['locked', 'won', 'lost', 'refunded'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const C4 = 261.6
const E4 = 329.6
const G4 = 392
const C5 = 523.3
const E5 = 659.3
const G5 = 784

/** A win rises, a loss falls, a refund stays where it is. */
const TUNES: Readonly<Record<AlertKind, readonly Note[]>> = {
  locked: [{ hertz: G4, start: 0, length: 0.16 }],
  won: [
    { hertz: C5, start: 0, length: 0.16 },
    { hertz: E5, start: 0.11, length: 0.16 },
    { hertz: G5, start: 0.22, length: 0.42 },
  ],
  lost: [
    { hertz: E4, start: 0, length: 0.2 },
    { hertz: C4, start: 0.16, length: 0.36 },
  ],
  refunded: [
    { hertz: C5, start: 0, length: 0.14 },
    { hertz: C5, start: 0.2, length: 0.26 },
  ],
}

/** Vibration in milliseconds, on and off in turn. */
const VIBRATIONS: Readonly<Record<AlertKind, readonly number[]>> = {
  locked: [30],
  won: [40, 60, 40, 60, 110],
  lost: [110],
  refunded: [40, 80, 40],
}

/** Plays the tune of an alert. */
export function playAlert(kind: AlertKind): void {
  playNotes(TUNES[kind]).catch(() => undefined)
}

/** Vibrates as for an alert. */
export function vibrateAlert(kind: AlertKind): void {
  vibrate(VIBRATIONS[kind])
}

const FINAL_SECONDS = 3
const TICK_SECONDS = 0.07
const TICK_VIBRATION_MS = 12

/** Plays the tick of a second before the lock, higher in the last three. */
export function playTick(secondsLeft: number): void {
  const hertz = secondsLeft <= FINAL_SECONDS ? G5 : C5
  playNotes([{ hertz, start: 0, length: TICK_SECONDS }]).catch(() => undefined)
}

/** Vibrates as for a tick. */
export function vibrateTick(): void {
  vibrate([TICK_VIBRATION_MS])
}
