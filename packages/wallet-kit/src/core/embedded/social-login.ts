import type { SocialProvider } from '@bullring/wire/embedded/social-provider'
import type { EmbeddedWallet } from './embedded-wallet.ts'
import { EmbeddedWalletError } from './embedded-wallet-error.ts'

/** How often a window is checked: browsers report no event when it closes. */
const POLL_MS = 1_000

/** Longest wait for the address of the provider's login page. */
const URI_TIMEOUT_MS = 45_000

/** Why a social login ended without an account. */
export type SocialFailure =
  | 'popupBlocked'
  | 'popupClosed'
  | 'noUri'
  | 'timedOut'
  | 'untrusted'
  | 'offline'
  | 'unknown'

/** A social login ended without an account. */
export class SocialLoginError extends Error {
  readonly failure: SocialFailure

  constructor(failure: SocialFailure) {
    super(failure)
    this.failure = failure
  }
}

type LoginDeps = {
  wallet: Pick<EmbeddedWallet, 'connectSocial' | 'getSocialRedirectUri' | 'origin'>
  provider: SocialProvider
  /** Null if the browser has blocked it. */
  popup: Window | null
  page: Window
  signal: AbortSignal
  /** Called when the provider has handed the visitor back. */
  onResult: () => void
}

/**
 * Logs in at a provider's page in a window, which hands back where the provider sent it.
 *
 * @throws {SocialLoginError}
 */
export async function logInAtProvider(deps: LoginDeps): Promise<void> {
  const { wallet, provider, popup, page, signal, onResult } = deps
  if (popup === null) throw new SocialLoginError('popupBlocked')
  try {
    const left = new AbortController()
    const ended = AbortSignal.any([signal, left.signal])
    const result = waitForResult(page, popup, wallet.origin, ended)
    // Handled below; a window that is closed before that must not count as unhandled.
    result.catch(() => undefined)
    try {
      popup.location.href = await redirectUri(wallet, provider, ended)
      const resultUri = await result
      onResult()
      popup.close()
      await wallet.connectSocial(provider, resultUri)
    } finally {
      left.abort()
    }
  } catch (error) {
    throw error instanceof SocialLoginError ? error : new SocialLoginError(failureOf(error, page))
  } finally {
    popup.close()
  }
}

async function redirectUri(
  wallet: LoginDeps['wallet'],
  provider: SocialProvider,
  signal: AbortSignal,
): Promise<string> {
  const late = AbortSignal.timeout(URI_TIMEOUT_MS)
  try {
    const uri = await wallet.getSocialRedirectUri(provider, AbortSignal.any([signal, late]))
    if (!URL.canParse(uri)) throw new SocialLoginError('noUri')
    return uri
  } catch (error) {
    const isLate = error instanceof EmbeddedWalletError && error.failure === 'timedOut'
    throw late.aborted || isLate ? new SocialLoginError('timedOut') : error
  }
}

function failureOf(error: unknown, page: Window): SocialFailure {
  const isRefused = error instanceof EmbeddedWalletError && error.failure === 'refused'
  return isRefused || page.navigator.onLine ? 'unknown' : 'offline'
}

/** Waits for the message of the window's last page, which must be the wallet's own. */
function waitForResult(
  page: Window,
  popup: Window,
  origin: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      const uri = resultUriOf(data)
      if (uri === null || source !== popup) return
      if (from === origin) resolve(uri)
      else reject(new SocialLoginError('untrusted'))
    }
    page.addEventListener('message', receive, { signal })
    const timer = setInterval(() => {
      if (popup.closed) reject(new SocialLoginError('popupClosed'))
    }, POLL_MS)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      reject(new SocialLoginError('unknown'))
    })
  })
}

function resultUriOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('resultUri' in data)) return null
  return typeof data.resultUri === 'string' ? data.resultUri : null
}
