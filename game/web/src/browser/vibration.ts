import { telegram } from './telegram.ts'

/** Whether the device can vibrate: browsers on computers have the function, but nothing that moves. */
export function canVibrate(): boolean {
  const hasMotor = window.matchMedia('(pointer: coarse)').matches
  return hasMotor && (telegram() !== null || 'vibrate' in navigator)
}

/** Vibrates for milliseconds, on and off in turn. Browsers ignore it before the visitor's first input. */
export function vibrate(pattern: readonly number[]): void {
  if (!canVibrate()) return
  const app = telegram()
  if (app !== null) app.vibrate(pattern)
  else navigator.vibrate([...pattern])
}
