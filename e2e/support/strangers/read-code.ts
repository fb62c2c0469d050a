import { expect, type Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Reads a QR code from the screen, as a phone does: again until it has stopped moving. */
export async function readCode(code: Locator): Promise<string> {
  let text = ''
  await expect(async () => {
    text = await readOnce(code)
  }).toPass({ timeout: 30_000 })
  return text
}

async function readOnce(code: Locator): Promise<string> {
  const picture = await code.screenshot()
  const blank = await code.page().context().browser()?.newPage()
  if (blank === undefined) throw new Error('The browser has gone')
  const { pixels, width, height } = await blank.evaluate(async (base64) => {
    const response = await fetch(`data:image/png;base64,${base64}`)
    const image = await createImageBitmap(await response.blob())
    const margin = 32
    const canvas = new OffscreenCanvas(image.width + 2 * margin, image.height + 2 * margin)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, margin, margin)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return { pixels: new Uint8Array(data.buffer), width: canvas.width, height: canvas.height }
  }, picture.toString('base64'))
  await blank.close()
  return decodeQR({ width, height, data: pixels })
}
