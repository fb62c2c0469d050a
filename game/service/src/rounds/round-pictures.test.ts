import type { Round } from '@bullring/game-api/round'
import { testBrand } from '@bullring/server/testing/test-brand'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { BusyDrawingError } from './errors.ts'
import { createRoundPictures } from './round-pictures.ts'

function round(epoch: number, changes: Partial<Round> = {}): Round {
  return {
    epoch,
    start_timestamp: 0,
    lock_timestamp: 300,
    close_timestamp: 600,
    lock_price: null,
    close_price: null,
    expected_lock_price: null,
    expected_close_price: null,
    price_change: null,
    total_amount: '3',
    bull_amount: '2',
    bear_amount: '1',
    bull_payout: 1.455,
    bear_payout: 2.91,
    treasury_fee: 300,
    display_type: 'next',
    state: 'open',
    refund_reason: null,
    winner: null,
    lock_oracle_id: null,
    close_oracle_id: null,
    ...changes,
  } as Round
}

test('draws a picture once, and again only when its content has changed', async () => {
  const pictures = createRoundPictures(null)
  const first = await pictures(round(1), 'BNB')
  // The pool of an open round is not part of its picture.
  expect(await pictures(round(1, { total_amount: '4' }), 'BNB')).toBe(first)
  const settled = { state: 'settled', winner: 'up' } as const
  const decided = await pictures(round(1, settled), 'BNB')
  expect(decided).not.toBe(first)
  expect(await pictures(round(1, settled), 'BNB')).toBe(decided)
})

/** Returns how many dark pixels a picture has in these rows. */
async function countInk(
  picture: Buffer,
  [top, bottom]: readonly [number, number],
): Promise<number> {
  const image = await loadImage(picture)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, top, image.width, bottom - top)
  return data.filter((value, index) => index % 4 === 0 && value < 100).length
}

test('draws its texts in their sizes, within the margins', async () => {
  const won = { lock_price: '64012.34', close_price: '64100.5', price_change: '88.16' }
  const settled = { state: 'settled', winner: 'up', ...won } as const
  const picture = await createRoundPictures(null)(round(123_456, settled), 'BTC')
  expect(await countInk(picture, [0, 70])).toBe(0)
  expect(await countInk(picture, [560, 630])).toBe(0)
  // The name of the product, and the line with the prices.
  expect(await countInk(picture, [75, 120])).toBeGreaterThan(500)
  expect(await countInk(picture, [460, 500])).toBeGreaterThan(500)
})

test('error: refuses more pictures than may wait, and draws again afterwards', async () => {
  const pictures = createRoundPictures(null)
  const requested = Array.from({ length: 40 }, (_, index) => pictures(round(index + 1), 'BNB'))
  const results = await Promise.allSettled(requested)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]).toMatchObject({ reason: expect.any(BusyDrawingError) })
  expect((await pictures(round(40), 'BNB')).length).toBeGreaterThan(10_000)
})

/** Returns the colours of a picture, as the numbers of red, green and blue, and where the brand's icon is. */
async function coloursOf(picture: Buffer) {
  const image = await loadImage(picture)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const at = (x: number, y: number) => {
    const start = (y * image.width + x) * 4
    return [...data.subarray(start, start + 3)].join()
  }
  const all = new Set<string>()
  for (let y = 240; y < 330; y += 1) for (let x = 0; x < 620; x += 1) all.add(at(x, y))
  return { paper: at(2, 2), ring: at(930, 352), outcome: all }
}

test("has the operator's colours and icon", async () => {
  const canvas = createCanvas(512, 512)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ff00ff'
  context.fillRect(0, 0, 512, 512)
  const bytes = canvas.toBuffer('image/png')
  const icon = { bytes, type: 'image/png', size: { width: 512, height: 512 } } as const
  const branded = await coloursOf(await createRoundPictures(testBrand({ icon }))(round(1), 'BNB'))
  const plain = await coloursOf(await createRoundPictures(null)(round(1), 'BNB'))
  expect(branded).toMatchObject({ paper: '242,246,251', ring: '255,0,255' })
  // The accent writes the outcome of an open round.
  expect(branded.outcome).toContain('11,79,158')
  expect(plain.outcome).not.toContain('11,79,158')
  expect([plain.paper, plain.ring]).not.toEqual([branded.paper, branded.ring])
})
