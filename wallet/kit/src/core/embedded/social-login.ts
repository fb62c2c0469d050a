import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { EmbeddedWallet } from './embedded-wallet.ts'
import { EmbeddedWalletError, lacksPasskey } from './embedded-wallet-error.ts'

/** Interval at which a window is checked: browsers report no event when it closes. */
const POLL_MS = 1_000

/** Longest wait for the address of the provider's login page. */
const URI_TIMEOUT_MS = 45_000

/** Reason why a social login ended without an account. */
export type SocialFailure =
  | 'popupBlocked'
  | 'popupClosed'
  | 'noUri'
  | 'timedOut'
  | 'untrusted'
  | 'passkey'
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
  wallet: Pick<EmbeddedWallet, 'connectSocial' | 'getSocialRedirectUri' | 'isFromFrame' | 'origin'>
  provider: SocialProvider
  page: Window
  signal: AbortSignal
}

type PopupDeps = LoginDeps & {
  /** Null if the browser has blocked it. */
  popup: Window | null
  /** Called when the provider has handed the visitor back. */
  onResult: () => void
  /**
   * Called when the window counts as closed: by the visitor, or because the provider's page has cut itself off from this
   * one (Cross-Origin-Opener-Policy). A result that arrives later still counts.
   */
  onClosed: () => void
}

/**
 * Logs in at a provider's page in a window. The wallet hands back where the provider sent the visitor.
 *
 * @throws {SocialLoginError}
 */
export async function logInAtProvider(deps: PopupDeps): Promise<void> {
  const { wallet, provider, popup, page, signal, onResult } = deps
  if (popup === null) throw new SocialLoginError('popupBlocked')
  try {
    const left = new AbortController()
    const ended = AbortSignal.any([signal, left.signal])
    const result = waitForResult(deps, popup, ended)
    // Handled below. A result that is refused before that must not count as unhandled.
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
    throw toSocialError(error, page)
  } finally {
    popup.close()
  }
}

/**
 * Leaves the page for the provider's, where windows are not possible (R-SOCIAL-2). The wallet's callback page returns to
 * this page with `result_uri`.
 *
 * @throws {SocialLoginError}
 */
export async function leaveForProvider({
  wallet,
  provider,
  page,
  signal,
}: LoginDeps): Promise<void> {
  try {
    const uri = new URL(await redirectUri(wallet, provider, signal))
    const state = uri.searchParams.get('state')
    if (state === null) throw new SocialLoginError('noUri')
    uri.searchParams.set('state', `${state}--${page.location.href}`)
    page.location.assign(uri)
  } catch (error) {
    throw toSocialError(error, page)
  }
}

/**
 * Finishes the login of a visitor who has returned.
 *
 * @throws {SocialLoginError}
 */
export async function finishReturnedLogin(
  { wallet, provider, page }: Omit<LoginDeps, 'signal'>,
  resultUri: string,
): Promise<void> {
  try {
    if (URL.parse(resultUri)?.origin !== wallet.origin) throw new SocialLoginError('untrusted')
    await wallet.connectSocial(provider, resultUri)
  } catch (error) {
    throw toSocialError(error, page)
  }
}

function toSocialError(error: unknown, page: Window): SocialLoginError {
  return error instanceof SocialLoginError ? error : new SocialLoginError(failureOf(error, page))
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
  if (lacksPasskey(error)) return 'passkey'
  const isRefused = error instanceof EmbeddedWalletError && error.failure === 'refused'
  return isRefused || page.navigator.onLine ? 'unknown' : 'offline'
}

/** Waits for the frame's message: the provider's window hands the result to the frame, and never to this page. */
function waitForResult(
  { page, wallet, onClosed }: PopupDeps,
  popup: Window,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = (event: MessageEvent<unknown>) => {
      const uri = resultUriOf(event.data)
      if (uri === null) return
      if (wallet.isFromFrame(event)) resolve(uri)
      else if (event.source === popup) reject(new SocialLoginError('untrusted'))
    }
    page.addEventListener('message', receive, { signal })
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      onClosed()
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
