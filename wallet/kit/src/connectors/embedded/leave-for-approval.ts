import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { frameThemeOf } from '#core/embedded/frame-theme.ts'
import type { FrameChannel } from './frame-channel.ts'

type LeaveDeps = {
  channel: FrameChannel
  /** Has the theme of the page. */
  dialog: HTMLElement
  page: Window
  /** Origin of the wallet. */
  origin: string
  /** Stores the id of the request for the page that loads next. Returns false if it cannot. */
  keep: (id: string) => boolean
}

/**
 * Leaves for a page of the wallet in the same tab, where the user decides; the page that loads next takes the outcome.
 * Resolves only where the page stays, because the next one could not.
 */
export async function leaveForApproval(
  { channel, dialog, page, origin, keep }: LeaveDeps,
  request: RpcRequest,
): Promise<void> {
  const { href: returnTo } = page.location
  await channel.request('SYNC_THEME', frameThemeOf(dialog))
  const kept = await channel.request('KEEP_REQUEST', { request, returnTo })
  if (kept === null || URL.parse(kept.url)?.origin !== origin || !keep(kept.id)) return
  // Back from the wallet by the browser's cache, this page would wait for ever.
  page.addEventListener('pageshow', ({ persisted }) => persisted && page.location.reload())
  page.location.assign(kept.url)
  await new Promise(() => undefined)
}
