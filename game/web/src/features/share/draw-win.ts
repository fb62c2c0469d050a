import { COIN_DECIMALS, formatFixed } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'

/** A bet that has won. */
export type Win = { epoch: Epoch; position: Position; stake: Wei; payout: Wei }

/** Texts of the picture, in the language of the page. */
export type WinTexts = {
  brand: string
  /** "I won", above the amount. */
  won: string
  side: string
  round: string
  /** Address of the round, without the protocol. */
  link: string
}

/** Edge of the picture in pixels: square, as most feeds show pictures. */
const EDGE = 1080
const MARGIN = 84
const FAMILY = '"Instrument Sans Variable", "Instrument Sans", system-ui, sans-serif'
const COLOURS = {
  paper: '#f7f2e8',
  seat: 'rgb(150 112 50 / 22%)',
  ink: '#1d1812',
  inkSoft: '#5a4f41',
  bull: '#0b756d',
  bear: '#bf3517',
  onStrong: '#ffffff',
} as const

/** Draws the picture of a win. It names no account. */
export async function drawWin(win: Win, texts: WinTexts): Promise<File> {
  await document.fonts.load(`650 16px ${FAMILY}`)
  const canvas = document.createElement('canvas')
  canvas.width = EDGE
  canvas.height = EDGE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw')
  drawArena(context)
  drawMark(context)
  drawTexts(context, win, texts)
  return new File([await toPng(canvas)], `bullring-round-${win.epoch}.png`, { type: 'image/png' })
}

const RING = { x: 800, y: 300 }
const SEAT_STEP = 62

/** The paper with the rows of seats around the ring. */
function drawArena(context: CanvasRenderingContext2D): void {
  context.fillStyle = COLOURS.paper
  context.fillRect(0, 0, EDGE, EDGE)
  context.strokeStyle = COLOURS.seat
  context.lineWidth = 1.5
  for (let radius = SEAT_STEP; radius < EDGE * 1.2; radius += SEAT_STEP) {
    context.beginPath()
    context.arc(RING.x, RING.y, radius, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** The logo, as in ui/brand-mark.tsx. */
const MARK = {
  horns: 'M4 3c.6 5.2 5 7.6 12 7.6S27.4 8.2 28 3',
  bull: 'M16 10.6a9.2 9.2 0 0 0 0 18.4',
  bear: 'M16 29a9.2 9.2 0 0 0 0-18.4',
} as const
const MARK_SCALE = 11
/** Centre of the ring on the logo's grid. */
const MARK_CENTRE = { x: 16, y: 19.8 }

function drawMark(context: CanvasRenderingContext2D): void {
  context.save()
  context.translate(RING.x - MARK_CENTRE.x * MARK_SCALE, RING.y - MARK_CENTRE.y * MARK_SCALE)
  context.scale(MARK_SCALE, MARK_SCALE)
  context.lineWidth = 3.4
  const stroke = (path: string, colour: string, cap: CanvasLineCap) => {
    context.strokeStyle = colour
    context.lineCap = cap
    context.stroke(new Path2D(path))
  }
  stroke(MARK.horns, COLOURS.ink, 'round')
  stroke(MARK.bull, COLOURS.bull, 'butt')
  stroke(MARK.bear, COLOURS.bear, 'butt')
  context.restore()
}

function drawTexts(context: CanvasRenderingContext2D, win: Win, texts: WinTexts): void {
  const { position, stake, payout } = win
  const write = (text: string, size: number, y: number, colour: string, weight = 650) => {
    context.fillStyle = colour
    fitFont(context, text, size, weight)
    context.fillText(text, MARGIN, y)
  }
  write(texts.brand, 60, 148, COLOURS.ink)
  write(texts.won, 64, 566, COLOURS.inkSoft, 400)
  write(`+${formatFixed(payout - stake, COIN_DECIMALS, 4)} BNB`, 150, 714, COLOURS[position])
  drawBadge(context, position, `${texts.side}  ${multipleText(win)}`)
  write(texts.round, 44, 952, COLOURS.ink)
  write(texts.link, 36, 1010, COLOURS.inkSoft, 400)
}

/** Payout per stake, in hundredths. */
function multipleText({ stake, payout }: Win): string {
  const hundredths = stake === 0n ? 0n : (payout * 100n) / stake
  return `${formatFixed(hundredths, 2, 2)}x`
}

/** A pill in the colour of the side, with its arrow as a shape: fonts draw arrows differently. */
function drawBadge(context: CanvasRenderingContext2D, position: Position, text: string): void {
  const [top, height, arrow] = [762, 92, 34]
  fitFont(context, text, 48, 650)
  const width = context.measureText(text).width + arrow + 90
  context.fillStyle = COLOURS[position]
  context.beginPath()
  context.roundRect(MARGIN, top, width, height, 24)
  context.fill()
  context.fillStyle = COLOURS.onStrong
  const [left, middle] = [MARGIN + 34, top + height / 2]
  const tip = position === 'bull' ? -arrow / 2 : arrow / 2
  context.beginPath()
  context.moveTo(left, middle - tip)
  context.lineTo(left + arrow, middle - tip)
  context.lineTo(left + arrow / 2, middle + tip)
  context.fill()
  context.fillText(text, left + arrow + 18, middle + 17)
}

/** Sets the font, smaller where the text would not fit. */
function fitFont(
  context: CanvasRenderingContext2D,
  text: string,
  size: number,
  weight: number,
): void {
  context.font = `${weight} ${size}px ${FAMILY}`
  const room = (EDGE - 2 * MARGIN) / context.measureText(text).width
  if (room < 1) context.font = `${weight} ${Math.floor(size * room)}px ${FAMILY}`
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be drawn'))
      else resolve(blob)
    }, 'image/png')
  })
}
