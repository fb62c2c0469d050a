import type { View } from '#core/modal/views.ts'
import { loadViewCode } from './view-registry.ts'

/** Loads the code of a view before its first use. Never rejects: a failure is reported when the view is shown. */
export async function preloadView(view: View): Promise<void> {
  await loadViewCode(view).catch(() => undefined)
}
