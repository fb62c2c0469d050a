import * as z from 'zod/mini'
import { changeSettings, readSettings } from '#settings/device-settings.ts'
import type { Bridge } from './bridge.ts'

const Colors = z.object({ bg_color: z.string().check(z.regex(/^#[\da-f]{6}$/i)) })
const ThemeChanged = z.object({ theme_params: z.unknown() })

/** Dark text is readable on a background of this luminance or more (WCAG: the same contrast with black and white). */
const LIGHT_FROM = 0.179

/** Stores Telegram's choice of light or dark, at each launch and change, in place of the visitor's. Its colours are not used. */
export function followTelegramTheme(bridge: Bridge, launchTheme: string): void {
  apply(parseJson(launchTheme))
  // A page that has loaded again has none.
  if (launchTheme === '') bridge.post('web_app_request_theme')
  bridge.on('theme_changed', (data) => {
    const changed = z.safeParse(ThemeChanged, data)
    if (changed.success) apply(changed.data.theme_params)
  })
}

function apply(colors: unknown): void {
  const parsed = z.safeParse(Colors, colors)
  if (!parsed.success) return
  const theme = luminanceOf(parsed.data.bg_color) < LIGHT_FROM ? 'dark' : 'light'
  if (readSettings().theme !== theme) changeSettings({ theme })
}

/** Relative luminance of a color such as `#17212b` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
