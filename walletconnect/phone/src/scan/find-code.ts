import type { Detector } from './create-detector.ts'

type Search = {
  detector: Detector
  picture: HTMLVideoElement
  /** Called with the text of each code that is seen. Returns whether it is taken, which ends the search. */
  onCode: (text: string) => boolean
}

/** Pause between two pictures: a phone stays cool. */
const INTERVAL_MS = 120

/** Searches moving pictures until a code is taken, or the signal aborts. */
export async function findCode(search: Search, signal: AbortSignal): Promise<void> {
  const { detector, picture, onCode } = search
  while (!signal.aborted) {
    const [code] = await detector.detect(picture).catch(() => [])
    if (signal.aborted) return
    if (code !== undefined && onCode(code.rawValue)) return
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}
