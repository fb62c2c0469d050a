import type { View } from '#core/modal/views.ts'
import { loadViewCode } from './view-registry.ts'

/** Loads the code of a view before its first use. A failure is reported when the view is shown. */
export function preloadView(view: View): void {
  loadViewCode(view).catch(() => undefined)
}
