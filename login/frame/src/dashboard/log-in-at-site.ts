import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { acceptResults } from '#callback/result-link.ts'
import { PopupBlockedError } from '#frame-errors.ts'
import type { FrameServices } from '#sdk/frame-services.ts'

/** Interval of the checks of the window: browsers report no event when it closes. */
const POLL_MS = 1_000

/**
 * Logs in at a provider's page in a window; call it while a click is handled, or browsers block the window. Aborting ends the
 * wait and closes it.
 *
 * @param onClosed - Called when the window is closed, or only appears to be: the pages of some providers cut it off from this
 *   one (Cross-Origin-Opener-Policy). A later result still counts.
 * @throws {PopupBlockedError}
 */
export async function logInAtSite(
  { socialLogin }: Pick<FrameServices, 'socialLogin'>,
  provider: SocialProvider,
  { signal, onClosed }: { signal: AbortSignal; onClosed: () => void },
): Promise<LoginResponse> {
  const popup = window.open('', 'popupWindow', 'width=600,height=800,scrollbars=yes')
  if (popup === null) throw new PopupBlockedError()
  const left = new AbortController()
  const ended = AbortSignal.any([signal, left.signal])
  try {
    const result = waitForResult(socialLogin.isOwn, ended)
    watchClosing(popup, ended, onClosed)
    // Handled below.
    result.catch(() => undefined)
    popup.location.href = await socialLogin.start(provider)
    return await socialLogin.finish(await result)
  } finally {
    left.abort()
    popup.close()
  }
}

function waitForResult(isOwn: (state: string) => boolean, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    acceptResults(window, { isOwn, onResult: resolve, signal })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

function watchClosing(popup: Window, signal: AbortSignal, onClosed: () => void): void {
  const timer = setInterval(() => {
    if (!popup.closed) return
    clearInterval(timer)
    onClosed()
  }, POLL_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}
