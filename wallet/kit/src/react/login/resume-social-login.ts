import { SocialProvider } from '@bullring/login-api/social-provider'
import { embeddedConnectorOf } from '#connectors/embedded/embedded-connector.ts'
import type { WalletKit } from '#create-wallet-kit.ts'

/** Parameter with which the wallet's callback page returns a visitor who had to leave the page (R-SOCIAL-2). */
const PARAMETER = 'result_uri'

/** Finishes the login of a visitor who has returned. The parameter is removed: it works once. */
export function resumeSocialLogin({ config, modal }: WalletKit): void {
  const url = new URL(window.location.href)
  const resultUri = url.searchParams.get(PARAMETER)
  if (resultUri === null || embeddedConnectorOf(config) === undefined) return
  url.searchParams.delete(PARAMETER)
  window.history.replaceState(window.history.state, '', url)
  const provider = SocialProvider.safeParse(URL.parse(resultUri)?.pathname.split('/').at(-1))
  if (provider.success) modal.open('ConnectingSocial', { provider: provider.data, resultUri })
}
