/** Whether the device can vibrate: browsers on computers have the function, but nothing that moves. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator && window.matchMedia('(pointer: coarse)').matches
}

/** Vibrates for milliseconds, on and off in turn. Browsers ignore it before the visitor's first input. */
export function vibrate(pattern: readonly number[]): void {
  if (canVibrate()) navigator.vibrate([...pattern])
}
