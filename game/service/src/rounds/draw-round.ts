import { createRequire } from 'node:module'
import { brandTokens } from '@bullring/server/brand/palette'
import type { Brand } from '@bullring/server/brand/read-brand'
import { PRODUCT_NAME } from '@bullring/wire/text/product-name'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { RoundPreview } from './round-preview.ts'

/** The size that sites show large previews in. */
const WIDTH = 1_200
const HEIGHT = 630
const MARGIN = 76
const FAMILY = 'Bullring Sans'
const require = createRequire(import.meta.url)
const FONT_FILE = require.resolve(
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
)

const PAPER = '#f7f2e8'
const INK = '#1d1812'
const INK_SOFT = '#5a4f41'
const SEAT = 'rgb(150 112 50 / 22%)'
const UP = '#0b756d'
const DOWN = '#bf3517'
const ACCENT = '#854800'

/** The colours of a picture, which are those of the light theme. */
type Look = { paper: string; ink: string; soft: string; accent: string }

function lookOf(brand: Brand | null): Look {
  const tokens = brand === null ? {} : brandTokens('light', brand.colours.light)
  return {
    paper: tokens['--paper'] ?? PAPER,
    ink: tokens['--ink'] ?? INK,
    soft: tokens['--ink-soft'] ?? INK_SOFT,
    accent: tokens['--accent'] ?? ACCENT,
  }
}

/** Loaded at the first picture: the library has 35 MB of native code. */
let library: Promise<typeof import('@napi-rs/canvas')> | null = null

async function loadLibrary(): Promise<typeof import('@napi-rs/canvas')> {
  const loaded = await import('@napi-rs/canvas')
  loaded.GlobalFonts.registerFromPath(FONT_FILE, FAMILY)
  return loaded
}

/**
 * Draws a round for link previews. Encoding, which takes most of the time, runs outside the main thread.
 *
 * @param name - Of the round, such as "BNB/USD, round #12".
 * @param brand - The operator's own; null for the product's.
 */
export async function drawRound(
  preview: RoundPreview,
  name: string,
  brand: Brand | null,
): Promise<Buffer> {
  library ??= loadLibrary()
  const { createCanvas, loadImage, Path2D } = await library
  const icon = brand?.icon ? await loadImage(brand.icon.bytes) : null
  const look = lookOf(brand)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  drawArena(context, look)
  if (icon === null) drawMark(context, (path) => new Path2D(path))
  else context.drawImage(icon, RING.x - ICON / 2, RING.y - ICON / 2, ICON, ICON)
  drawTexts(context, { preview, name, brandName: brand?.name ?? PRODUCT_NAME, look })
  return canvas.encode('png')
}

const RING = { x: 930, y: 352 }
const SEAT_STEP = 58
/** Width and height of a brand's icon. */
const ICON = 320

/** The paper with the rows of seats around the ring. */
function drawArena(context: SKRSContext2D, { paper }: Look): void {
  context.fillStyle = paper
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.strokeStyle = SEAT
  for (let radius = SEAT_STEP; radius < WIDTH; radius += SEAT_STEP) {
    context.beginPath()
    context.arc(RING.x, RING.y, radius, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** The logo of game/web/public/favicon.svg, and the centre of its ring. */
const MARK = [
  { path: 'M3.5 3c.6 5.2 5 7.6 12.5 7.6S27.9 8.2 28.5 3', colour: INK, cap: 'round' },
  { path: 'M16 10.6a9.2 9.2 0 0 0 0 18.4', colour: UP, cap: 'butt' },
  { path: 'M16 29a9.2 9.2 0 0 0 0-18.4', colour: DOWN, cap: 'butt' },
] as const
const MARK_SCALE = 12
const MARK_CENTRE = { x: 16, y: 19.8 }

function drawMark(
  context: SKRSContext2D,
  toPath: (path: string) => Parameters<SKRSContext2D['stroke']>[0],
): void {
  context.save()
  context.translate(RING.x - MARK_CENTRE.x * MARK_SCALE, RING.y - MARK_CENTRE.y * MARK_SCALE)
  context.scale(MARK_SCALE, MARK_SCALE)
  context.lineWidth = 4
  for (const { path, colour, cap } of MARK) {
    context.strokeStyle = colour
    context.lineCap = cap
    context.stroke(toPath(path))
  }
  context.restore()
}

/** Space left of the ring. */
const TEXT_WIDTH = 620

/** The library understands hundreds only; it takes any other number for the size. */
type Weight = 400 | 600

type Texts = { preview: RoundPreview; name: string; brandName: string; look: Look }

function drawTexts(context: SKRSContext2D, { preview, name, brandName, look }: Texts): void {
  const { outcome, tone, change, prices, pool, multiple } = preview
  const tones = { up: UP, down: DOWN, even: look.soft, open: look.accent }
  const write = (text: string, size: number, y: number, colour: string, weight: Weight = 600) => {
    context.fillStyle = colour
    setFont(context, text, size, weight)
    context.fillText(text, MARGIN, y)
  }
  write(brandName, 40, 108, look.ink)
  write(name, 52, 206, look.soft, 400)
  write(capitalized(outcome), 104, 326, tones[tone])
  if (change !== null) write(change, 64, 412, tones[tone])
  const path = [prices.lock, prices.close].filter((price) => price !== null).join(' to ')
  if (path !== '') write(path, 36, 492, look.ink)
  const paid = multiple === null ? '' : `, paid ${multiple}`
  if (pool !== null) write(`Prize pool ${pool}${paid}`, 36, 548, look.soft, 400)
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Sets the font, smaller where the text would not fit. */
function setFont(context: SKRSContext2D, text: string, size: number, weight: Weight): void {
  context.font = `${weight} ${size}px "${FAMILY}"`
  const room = TEXT_WIDTH / context.measureText(text).width
  if (room < 1) context.font = `${weight} ${Math.floor(size * room)}px "${FAMILY}"`
}
