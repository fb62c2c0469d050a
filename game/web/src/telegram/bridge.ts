import { receiveTelegramEvents } from '@bullring/ui/telegram-events'
import { TELEGRAM_WEB } from '@bullring/wire/telegram-web'
import * as z from 'zod/mini'
import { isVersion } from './launch-parameters.ts'

/** The version that each method came with, of those that we call. */
const METHODS = {
  iframe_ready: '6.0',
  web_app_ready: '6.0',
  web_app_expand: '6.0',
  web_app_open_link: '6.0',
  web_app_request_theme: '6.0',
  web_app_open_tg_link: '6.1',
  web_app_setup_back_button: '6.1',
  web_app_trigger_haptic_feedback: '6.1',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
} as const

type Method = keyof typeof METHODS

/** The two-way connection to Telegram's app. */
export type Bridge = {
  /** Calls a method. Returns false, and does nothing, where Telegram is too old for it. */
  post: (method: Method, parameters?: Readonly<Record<string, unknown>>) => boolean
  /** Calls `listener` with the data of each event of a name. */
  on: (name: string, listener: (data: unknown) => void) => void
}

/** The object that native apps add to the window. */
type Proxy = { postEvent: (name: string, data: string) => void }

const WebEvent = z.object({ eventType: z.string(), eventData: z.optional(z.unknown()) })

/** Opens the bridge. Returns null where there is no Telegram: anyone can put launch parameters into a link. */
export function openBridge(page: Window, version: string): Bridge | null {
  const send = senderOf(page)
  if (send === null) return null
  const listeners = new Map<string, ((data: unknown) => void)[]>()
  const receive = (name: string, data: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(data)
  }
  receiveTelegramEvents(page, receive)
  page.addEventListener('message', ({ source, origin, data }) => {
    if (source !== page.parent || origin !== TELEGRAM_WEB) return
    const event = parseEvent(data)
    if (event !== null) receive(event.eventType, event.eventData)
  })
  return {
    post: (method, parameters) => {
      const isKnown = isVersion(version, METHODS[method])
      if (isKnown) send(method, parameters)
      return isKnown
    },
    on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  }
}

type Send = (method: Method, parameters: Readonly<Record<string, unknown>> | undefined) => void

function senderOf(page: Window): Send | null {
  const { TelegramWebviewProxy: proxy } = page as { TelegramWebviewProxy?: Proxy }
  if (proxy !== undefined) {
    return (method, parameters = {}) => proxy.postEvent(method, JSON.stringify(parameters))
  }
  if (page.parent === page) return null
  return (eventType, eventData) =>
    page.parent.postMessage(JSON.stringify({ eventType, eventData }), TELEGRAM_WEB)
}

function parseEvent(data: unknown): z.infer<typeof WebEvent> | null {
  try {
    return z.parse(WebEvent, typeof data === 'string' ? JSON.parse(data) : data)
  } catch {
    return null
  }
}
