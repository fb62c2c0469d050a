import { describe, expect, test } from 'vitest'
import { canPin, findObstacle, MIN_HEIGHT, MIN_WIDTH, type PageMeasures } from './find-obstacle.ts'

/** An embedded page that shows everything at once. */
const READY: PageMeasures = {
  isEmbedded: true,
  isInFront: true,
  width: 360,
  height: 600,
  pixelRatio: 1,
  pinnedHeight: 280,
  footerHeight: 84,
  fits: true,
  isWhole: true,
  isRead: true,
}

describe('findObstacle', () => {
  test('finds nothing where everything is on the screen', () => {
    expect(findObstacle(READY)).toBeNull()
    expect(findObstacle({ ...READY, width: MIN_WIDTH, height: MIN_HEIGHT })).toBeNull()
  })

  test.each([
    ['narrow', { width: MIN_WIDTH - 1 }],
    ['low', { height: MIN_HEIGHT - 1 }],
    ['zoomed out', { pixelRatio: 0.5 }],
    ['without room for what is asked', { fits: false, pinnedHeight: 500 }],
  ] as const)('refuses an embedded page that is %s', (_name, change) => {
    expect(findObstacle({ ...READY, ...change })).toBe('small')
  })

  test('lets a window be small, since no page around it decides its size', () => {
    const small = { isEmbedded: false, height: 200, fits: false, pinnedHeight: 500 }
    expect(findObstacle({ ...READY, ...small })).toBeNull()
    expect(findObstacle({ ...READY, ...small, isRead: false })).toBe('unread')
  })

  test('refuses a window that another one may cover', () => {
    expect(findObstacle({ ...READY, isEmbedded: false, isInFront: false })).toBe('behind')
  })

  test('reports a cover before what is unread: only what is visible can be read', () => {
    expect(findObstacle({ ...READY, isWhole: false, isRead: false })).toBe('hidden')
    expect(findObstacle({ ...READY, isRead: false })).toBe('unread')
  })
})

describe('canPin', () => {
  test('leaves room to read between what is asked and the buttons', () => {
    const long = { height: 600, footerHeight: 100, fits: false }
    expect(canPin({ ...long, pinnedHeight: 440 })).toBe(true)
    expect(canPin({ ...long, pinnedHeight: 450 })).toBe(false)
    expect(canPin({ ...long, pinnedHeight: 450, fits: true })).toBe(true)
  })
})
