import { afterEach, describe, expect, test, vi } from 'vitest'
import { setTelegram } from '#browser/telegram.ts'
import { shareLink, sharePicture } from './share.ts'

const LINK = { title: 'Round #7', url: 'https://bullring.example/?round=7' }
const PICTURE = new File(['win'], 'win.png', { type: 'image/png' })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setTelegram(null)
})

/** A browser with these parts of the Web Share API. */
function stubBrowser(share: Partial<Pick<Navigator, 'share' | 'canShare'>>) {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...share })
  return { writeText }
}

describe('shareLink', () => {
  test('shares by the system, also where that does not report what it can share', async () => {
    const share = vi.fn(async () => undefined)
    stubBrowser({ share })
    expect(await shareLink(LINK)).toBe('shared')
    stubBrowser({ share, canShare: () => true })
    expect(await shareLink(LINK)).toBe('shared')
    expect(share.mock.calls).toEqual([[LINK], [LINK]])
  })

  test('copies the link where the system shares nothing', async () => {
    const { writeText } = stubBrowser({})
    expect(await shareLink(LINK)).toBe('copied')
    expect(writeText).toHaveBeenCalledWith(LINK.url)
  })

  test.each([
    [true, 'shared'],
    [false, 'copied'],
  ])('by a Telegram whose sharing returns %s: %s', async (isShared, outcome) => {
    stubBrowser({})
    const ignore = () => undefined
    setTelegram({ initData: null, vibrate: ignore, share: () => isShared, ready: ignore })
    expect(await shareLink(LINK)).toBe(outcome)
  })

  test('reports a cancelled dialog', async () => {
    stubBrowser({ share: () => Promise.reject(new DOMException('', 'AbortError')) })
    expect(await shareLink(LINK)).toBe('cancelled')
  })
})

describe('sharePicture', () => {
  test('saves the picture where the browser cannot tell whether it shares files', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:win')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const share = vi.fn(async () => undefined)
    stubBrowser({ share })
    expect(await sharePicture(LINK, PICTURE)).toBe('saved')
    expect(click).toHaveBeenCalledOnce()
    expect(share).not.toHaveBeenCalled()
  })
})
