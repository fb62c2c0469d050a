import type { AppClient } from '../app/app-client.ts'
import type { AuthenticateRequest, SignedLogin } from '../app/authenticate.ts'
import type { ProposedNamespaces } from '../session/namespaces.ts'

const EVM_PREFIX = 'eip155:'

/** A login that the user approves together with the connection, in wallets that support `wc_sessionAuthenticate`. */
export type ConnectionSignIn = Omit<
  AuthenticateRequest,
  'chains' | 'methods' | 'walletLink' | 'verifyContractSignature'
> & {
  /**
   * Called with the signed message before the account is connected; never for a wallet that only connects. The
   * signature of a contract's account is not checked yet. If it throws, the session ends.
   */
  onSigned: (signed: ProviderLogin) => Promise<void>
}

/** A signed message of EIP-4361. */
export type ProviderLogin = { chainId: number; address: string; message: string; signature: string }

/** Proposes a session to the wallet that opens the link, together with the login if the app asks for one. */
export async function requestSession(
  client: AppClient,
  optionalNamespaces: ProposedNamespaces,
  signIn?: ConnectionSignIn,
) {
  if (signIn === undefined) {
    const pending = await client.connect({ optionalNamespaces })
    const approved = pending.session.then((session) => ({ session, login: undefined }))
    approved.catch(() => undefined)
    return { ...pending, approved }
  }
  const { onSigned: _onSigned, ...login } = signIn
  const { chains = [], methods = [] } = optionalNamespaces['eip155'] ?? {}
  // The app checks it with the chain: `onSigned`.
  const verifyContractSignature = () => Promise.resolve(true)
  const request = { ...login, chains, methods, verifyContractSignature }
  const pending = await client.authenticate(request)
  const approved = pending.authenticated.then(({ session, logins }) => ({
    session,
    login: preferredOf(logins, chains),
  }))
  approved.catch(() => undefined)
  return { ...pending, approved }
}

/** Wallets may sign for several chains; the app uses one. */
function preferredOf(
  logins: readonly SignedLogin[],
  chains: readonly string[],
): ProviderLogin | undefined {
  const rank = ({ chain }: SignedLogin) => chains.indexOf(chain)
  const [login] = logins.toSorted((one, other) => rank(one) - rank(other))
  return login && { ...login, chainId: Number(login.chain.slice(EVM_PREFIX.length)) }
}
