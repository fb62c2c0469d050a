import * as z from 'zod/mini'
import type { Bridge } from './bridge.ts'

const Pixels = z.catch(z.number().check(z.nonnegative()), 0)
const Insets = z.object({ top: Pixels, bottom: Pixels })

/** Keeps the page clear of the device's notch and of Telegram's buttons, by the variables of theme.css. */
export function followSafeAreas(bridge: Bridge, root: HTMLElement): void {
  const areas = new Map<string, z.infer<typeof Insets>>()
  const follow = (name: string) =>
    bridge.on(name, (data) => {
      const insets = z.safeParse(Insets, data)
      if (!insets.success) return
      areas.set(name, insets.data)
      for (const side of ['top', 'bottom'] as const) {
        const sum = [...areas.values()].reduce((total, area) => total + area[side], 0)
        root.style.setProperty(`--safe-${side}`, `${sum}px`)
      }
    })
  follow('safe_area_changed')
  follow('content_safe_area_changed')
  bridge.post('web_app_request_safe_area')
  bridge.post('web_app_request_content_safe_area')
}
