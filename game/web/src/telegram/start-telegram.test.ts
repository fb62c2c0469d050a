// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setTelegram, telegram } from '#browser/telegram.ts'
import { addWindow } from '#browser/window-history.ts'
import { changeSettings, readSettings } from '#settings/device-settings.ts'
import { startTelegram } from './start-telegram.ts'

const DATA = 'user=%7B%22id%22%3A7%7D&auth_date=1&signature=s'

function fragment({ version = '8.0', bg_color = '#17212b' } = {}): string {
  const parameters = new URLSearchParams({
    tgWebAppData: DATA,
    tgWebAppVersion: version,
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: JSON.stringify({ bg_color }),
  })
  return `#${parameters}`
}

type Call = [name: string, data: unknown]
type NativePage = Window & {
  TelegramWebviewProxy?: unknown
  Telegram?: { WebView: { receiveEvent: (name: string, data: unknown) => void } }
}
const page = window as NativePage

/** Starts in a native app. Returns the methods that the page calls. */
function startNative(options: Parameters<typeof fragment>[0] = {}): Call[] {
  const calls: Call[] = []
  page.TelegramWebviewProxy = {
    postEvent: (name: string, data: string) => calls.push([name, JSON.parse(data)]),
  }
  startTelegram(page, fragment(options))
  return calls
}

const receive = (name: string, data: unknown) => page.Telegram?.WebView.receiveEvent(name, data)

beforeEach(() => {
  setTelegram(null)
  delete page.TelegramWebviewProxy
  changeSettings({ theme: 'light' })
})

describe('startTelegram', () => {
  test('error: does nothing in a browser, where anyone can put launch data into a link', () => {
    startTelegram(page, fragment())
    expect(telegram()).toBeNull()
    expect(readSettings().theme).toBe('light')
  })

  test('does nothing for another fragment', () => {
    page.TelegramWebviewProxy = { postEvent: vi.fn() }
    startTelegram(page, '#tgWebApp')
    expect(telegram()).toBeNull()
  })

  test('keeps the launch data for the login', () => {
    startNative()
    expect(telegram()?.initData).toBe(DATA)
  })

  test('uses light or dark as Telegram does, at the start and later', () => {
    startNative()
    expect(readSettings().theme).toBe('dark')
    receive('theme_changed', { theme_params: { bg_color: '#ffffff' } })
    expect(readSettings().theme).toBe('light')
    receive('theme_changed', { theme_params: { bg_color: 'red' } })
    receive('theme_changed', null)
    expect(readSettings().theme).toBe('light')
  })

  test('keeps clear of the safe areas, which add up', () => {
    const calls = startNative()
    expect(calls.map(([name]) => name)).toContain('web_app_request_content_safe_area')
    receive('safe_area_changed', { top: 24, bottom: 34, left: 0, right: 0 })
    receive('content_safe_area_changed', { top: 46, bottom: 'x' })
    const { style } = document.documentElement
    expect(style.getPropertyValue('--safe-top')).toBe('70px')
    expect(style.getPropertyValue('--safe-bottom')).toBe('34px')
  })

  test('shows the back button while a window is open, and goes back', () => {
    const calls = startNative()
    const back = vi.spyOn(page.history, 'back').mockReturnValue()
    const buttons = () => calls.filter(([name]) => name === 'web_app_setup_back_button')
    const close = addWindow({ close: vi.fn() })
    expect(buttons()).toEqual([['web_app_setup_back_button', { is_visible: true }]])
    receive('back_button_pressed', null)
    expect(back).toHaveBeenCalledOnce()
    close()
    expect(buttons().at(-1)).toEqual(['web_app_setup_back_button', { is_visible: false }])
  })

  test.each([
    [[12], 'light'],
    [[30], 'medium'],
    [[40, 60, 40, 60, 110], 'heavy'],
  ])('vibrates for %j', (pattern, impact_style) => {
    const calls = startNative()
    telegram()?.vibrate(pattern)
    expect(calls.at(-1)).toEqual([
      'web_app_trigger_haptic_feedback',
      { type: 'impact', impact_style },
    ])
  })

  test('shares a link by a chat of Telegram', () => {
    const calls = startNative()
    telegram()?.share({ url: 'https://bullring.example/?round=7', text: 'Round 7: UP?' })
    expect(calls.at(-1)).toEqual([
      'web_app_open_tg_link',
      {
        path_full:
          '/share/url?url=https%3A%2F%2Fbullring.example%2F%3Fround%3D7&text=Round+7%3A+UP%3F',
      },
    ])
  })

  test('opens links of other sites by Telegram, and no window', () => {
    const calls = startNative()
    expect(page.open('https://metamask.app.link/wc?uri=wc%3A1')).toBeNull()
    expect(calls.at(-1)).toEqual([
      'web_app_open_link',
      { url: 'https://metamask.app.link/wc?uri=wc%3A1' },
    ])
    page.open('https://t.me/bullring?start=1')
    expect(calls.at(-1)).toEqual(['web_app_open_tg_link', { path_full: '/bullring?start=1' }])
  })

  test('asks an old Telegram for nothing that it does not know', () => {
    const calls = startNative({ version: '6.0' })
    telegram()?.ready()
    telegram()?.vibrate([30])
    addWindow({ close: vi.fn() })()
    expect(calls.map(([name]) => name)).toEqual(['web_app_ready', 'web_app_expand'])
  })

  test('opens chats and shares as ordinary links in a Telegram that is too old', () => {
    const calls = startNative({ version: '6.0' })
    page.open('https://t.me/bullring?start=1')
    const opened = { url: 'https://t.me/bullring?start=1' }
    expect(calls.at(-1)).toEqual(['web_app_open_link', opened])
    expect(telegram()?.share({ url: 'https://bullring.example/', text: 'UP?' })).toBe(true)
    const shared = {
      url: 'https://t.me/share/url?url=https%3A%2F%2Fbullring.example%2F&text=UP%3F',
    }
    expect(calls.at(-1)).toEqual(['web_app_open_link', shared])
  })

  test('error: a version that knows no method shares nothing, and leaves links to the browser', () => {
    const open = vi.spyOn(page, 'open').mockReturnValue(null)
    const calls = startNative({ version: '5' })
    page.open('https://t.me/bullring')
    expect(open).toHaveBeenCalledWith('https://t.me/bullring')
    expect(telegram()?.share({ url: 'https://bullring.example/', text: 'UP?' })).toBe(false)
    expect(calls).toEqual([])
  })
})

describe('Telegram in a browser', () => {
  test('gets messages at its own origin only, and is heard from there only', () => {
    const posted: [unknown, string][] = []
    const parent = { postMessage: (data: unknown, origin: string) => posted.push([data, origin]) }
    const parentOf = vi.spyOn(page, 'parent', 'get').mockReturnValue(parent as unknown as Window)
    startTelegram(page, fragment())
    parentOf.mockReturnValue(parent as unknown as Window)
    telegram()?.ready()
    expect(new Set(posted.map(([, origin]) => origin))).toEqual(
      new Set(['https://web.telegram.org']),
    )
    const text = JSON.stringify({ eventType: 'web_app_ready' })
    expect(posted.map(([data]) => data)).toContain(text)

    const message = (origin: string, source: unknown) => {
      const data = JSON.stringify({
        eventType: 'theme_changed',
        eventData: { theme_params: { bg_color: '#ffffff' } },
      })
      const event = new MessageEvent('message', { data, origin })
      Object.defineProperty(event, 'source', { value: source })
      page.dispatchEvent(event)
    }
    message('https://evil.example', parent)
    message('https://web.telegram.org', page)
    expect(readSettings().theme).toBe('dark')
    message('https://web.telegram.org', parent)
    expect(readSettings().theme).toBe('light')
    parentOf.mockRestore()
  })
})
