import type { AppClient } from '../app/app-client.ts'
import type { AuthenticateRequest, SignedLogin } from '../app/authenticate.ts'
import type { ProposedNamespaces } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'

const EVM_PREFIX = 'eip155:'

/** A login that the user approves together with the connection, in wallets that support `wc_sessionAuthenticate`. */
export type ConnectionSignIn = Omit<
  AuthenticateRequest,
  'chains' | 'methods' | 'walletLink' | 'verifyContractSignature'
> & {
  /**
   * Called with the signed message before the account is connected. Not called for a wallet that only connects. The
   * signature of a contract's account is not checked yet. If it throws, the session ends.
   */
  onSigned: (signed: ProviderLogin) => Promise<void>
}

/** A signed message of EIP-4361. */
export type ProviderLogin = { chainId: number; address: string; message: string; signature: string }

/** A session that the user is about to approve. */
export type RequestedSession = {
  /** The pairing link. */
  uri: string
  /** Resolves when the relay has the request. */
  sent: Promise<void>
  /** Without a login where none was requested, or the wallet only connects. */
  approved: Promise<{ session: Session; login: ProviderLogin | undefined }>
  cancel: () => Promise<void>
}

/** Requests a session, together with a login if `signIn` is given. */
export async function requestSession(
  client: AppClient,
  optionalNamespaces: ProposedNamespaces,
  signIn?: ConnectionSignIn,
): Promise<RequestedSession> {
  const requested =
    signIn === undefined
      ? await requestConnection(client, optionalNamespaces)
      : await requestLogin(client, optionalNamespaces, signIn)
  // It may fail before the caller waits for it.
  requested.approved.catch(() => undefined)
  return requested
}

async function requestConnection(
  client: AppClient,
  optionalNamespaces: ProposedNamespaces,
): Promise<RequestedSession> {
  const pending = await client.connect({ optionalNamespaces })
  const approved = pending.session.then((session) => ({ session, login: undefined }))
  return { ...pending, approved }
}

async function requestLogin(
  client: AppClient,
  optionalNamespaces: ProposedNamespaces,
  { onSigned: _onSigned, ...login }: ConnectionSignIn,
): Promise<RequestedSession> {
  const { chains = [], methods = [] } = optionalNamespaces['eip155'] ?? {}
  // The app checks it with the chain: `onSigned`.
  const verifyContractSignature = () => Promise.resolve(true)
  const pending = await client.authenticate({ ...login, chains, methods, verifyContractSignature })
  const approved = pending.authenticated.then(({ session, logins }) => ({
    session,
    login: preferredOf(logins, chains),
  }))
  return { ...pending, approved }
}

/** Wallets may sign for several chains. The app uses one. */
function preferredOf(
  logins: readonly SignedLogin[],
  chains: readonly string[],
): ProviderLogin | undefined {
  const rank = ({ chain }: SignedLogin) => chains.indexOf(chain)
  const [login] = logins.toSorted((one, other) => rank(one) - rank(other))
  return login && { ...login, chainId: Number(login.chain.slice(EVM_PREFIX.length)) }
}
