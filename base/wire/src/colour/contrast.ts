/** A colour in sRGB, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

const RGB = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/
const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

/** Reads an opaque colour as browsers serialize it, or in six hexadecimal digits; `undefined` for others. */
export function readRgb(text: string): Rgb | undefined {
  const decimal = RGB.exec(text)?.slice(1).map(Number)
  const hex = HEX.exec(text)
    ?.slice(1)
    .map((digits) => Number.parseInt(digits, 16))
  const [red, green, blue] = decimal ?? hex ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue]
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
