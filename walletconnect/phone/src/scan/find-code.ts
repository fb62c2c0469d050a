/** Finds codes in pictures: the used part of the browser's BarcodeDetector. */
export type Detector = { detect: (picture: ImageBitmapSource) => Promise<{ rawValue: string }[]> }

const QR_CODE = ['qr_code']

type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** Uses the browser's decoder where it reads QR codes, and loads one otherwise. */
export async function createDetector(): Promise<Detector> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await native?.getSupportedFormats().catch((): string[] => [])
  if (native !== undefined && formats?.includes('qr_code')) return new native({ formats: QR_CODE })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector()
}

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
