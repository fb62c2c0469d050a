import '#ui/theme.css'
import { FrameConfig } from '@bullring/wire/embedded/custody-api/config'
import { DeliverOAuthResponse } from '@bullring/wire/embedded/vault-api/oauth'
import { requestJson } from '@bullring/wire/http/request-json'
import { handBack } from './hand-back.ts'

const CLOSE = 'You can close this window.'
const FAILED = 'This login could not be completed. Close this window and start again.'

const status = document.getElementById('status')

const show = (text: string) => {
  if (status !== null) status.textContent = text
}

handBack({ page: window, deliver }).then(
  () => show(CLOSE),
  () => show(FAILED),
)

/** Leaves the URL at the vault, and learns which site started the login. */
async function deliver(uri: string): Promise<string> {
  const { vaultUrl } = await requestJson({ url: '/config.json', schema: FrameConfig })
  const { origin } = await requestJson({
    url: `${vaultUrl}/oauth/deliver`,
    schema: DeliverOAuthResponse,
    body: { uri },
    credentials: 'omit',
  })
  return origin
}
