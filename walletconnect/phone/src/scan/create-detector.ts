/** Finds codes in pictures: what of the browser's BarcodeDetector is used. */
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
