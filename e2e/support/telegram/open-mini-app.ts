import { type Launch, launchUrl, type TelegramPlatform } from '@bullring/stack/telegram/launch-url'
import {
  createLocalBot,
  type LocalTelegramUser,
  signInitData,
} from '@bullring/stack/telegram/sign-init-data'
import { renderTelegramPage, TELEGRAM_WEB_URL } from '@bullring/stack/telegram/web-page'
import { checkCall, type WebViewCall } from '@bullring/stack/telegram/web-view-methods'
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test'
import { frameOf } from '../page/frame-of.ts'

const VIEWPORT = { width: 360, height: 640 }

/** The page of the game within an emulated Telegram. */
export type MiniApp = {
  /** The whole screen. */
  page: Page
  /** The game: the page itself, or the frame in it. */
  game: Page | Frame
  /** Methods that the game has called. */
  calls: readonly WebViewCall[]
  /** Calls that a real Telegram would ignore or refuse. */
  refused: readonly string[]
  send: (event: string, data?: unknown) => Promise<void>
}

export type MiniAppOptions = {
  platform: TelegramPlatform
  theme?: Launch['theme']
  version?: string
  /** Blocks storage, as web views of visitors who have switched it off do. */
  hasStorage?: boolean
}

/** Returns launch data for a user of the stack's bot. */
export function launchDataOf(user: LocalTelegramUser): string {
  return signInitData(createLocalBot(), user)
}

/** Opens the game as Telegram does. */
export async function openMiniApp(
  browser: Browser,
  gameUrl: string,
  initData: string,
  { platform, theme = 'dark', version = '8.0', hasStorage = true }: MiniAppOptions,
): Promise<MiniApp> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    hasTouch: true,
    isMobile: true,
    // Telegram decides, not the system.
    colorScheme: theme === 'dark' ? 'light' : 'dark',
  })
  const calls: WebViewCall[] = []
  const refused: string[] = []
  const isWeb = platform === 'weba'
  await context.exposeFunction('telegramCall', (method: string, data: string) => {
    try {
      const call = { method, parameters: JSON.parse(data) ?? undefined }
      checkCall(call, { version, isWeb })
      calls.push(call)
    } catch (error) {
      refused.push(`${error}`)
    }
  })
  if (!hasStorage) await blockStorage(context)
  const page = await context.newPage()
  const url = launchUrl(gameUrl, { platform, version, theme, initData })
  if (isWeb) await showInFrame(page, url)
  else await showInApp(page, url)
  const game = isWeb ? await frameOf(page, gameUrl) : page
  const send = (event: string, data: unknown = null) =>
    page.evaluate(
      ([name, value, inFrame]) => {
        const view = window as unknown as TelegramWindow
        if (inFrame) view.sendEvent(name, value)
        else view.Telegram.WebView.receiveEvent(name, value)
      },
      [event, data, isWeb] as const,
    )
  return { page, game, calls, refused, send }
}

type Receive = (name: string, data: unknown) => void
type TelegramWindow = { sendEvent: Receive; Telegram: { WebView: { receiveEvent: Receive } } }

/** The apps add an object to the window, and open no other windows. */
async function showInApp(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const view = window as unknown as {
      TelegramWebviewProxy: unknown
      telegramCall: (method: string, data: string) => void
    }
    window.open = () => null
    if (window.top !== window) return
    view.TelegramWebviewProxy = {
      postEvent: (method: string, data: string) => view.telegramCall(method, data),
    }
  })
  await page.goto(url)
}

async function showInFrame(page: Page, url: string): Promise<void> {
  await page.route(`${TELEGRAM_WEB_URL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: renderTelegramPage(url) }),
  )
  await page.goto(`${TELEGRAM_WEB_URL}/a/`)
}

/** Both storages throw, as in browsers that block them. */
async function blockStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    }
  })
}
