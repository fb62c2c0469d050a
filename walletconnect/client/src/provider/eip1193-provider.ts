import type { AppClient, AppEvents } from '../app/app-client.ts'
import { Emitter } from '../emitter.ts'
import { allowsMethod, type ProposedNamespaces } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import { ENDED_ELSEWHERE, type EndReason } from '../session/sessions.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { toChainId } from './config-override.ts'
import { proposeChains, toCaip2, WALLET_METHODS } from './proposed-namespaces.ts'
import { type ConnectionSignIn, type ProviderLogin, requestSession } from './request-session.ts'
import { callEndpoint } from './rpc-endpoint.ts'
import {
  addressesOn,
  chainsOf,
  hasEvmAccounts,
  selectedAddress,
  withFirst,
} from './session-accounts.ts'

export type { ConnectionSignIn, ProviderLogin }

/** EIP-1193 and EIP-3326. */
const USER_REJECTED = 4_001
const UNAUTHORIZED = 4_100
const DISCONNECTED = 4_900
const UNKNOWN_CHAIN = 4_902

/** Reason that a session without an EVM account is ended: it would keep the user from connecting another wallet. */
const NO_ACCOUNT: EndReason = {
  code: CODES.unsupportedAccounts,
  message: 'The wallet has approved no account of an EVM chain.',
}

export type ProviderOptions = {
  client: AppClient
  /** The app's chains, the preferred one first, with an endpoint for requests that need no wallet. */
  chains: readonly { chainId: number; rpcUrl: string }[]
  /** Receives the default proposal and returns the one to send. Without it, the default is proposed as `eip155`. */
  propose?: (eip155: ProposedNamespaces[string]) => ProposedNamespaces
  /** The account of a resumed session that the wallet has selected, by default its first. */
  selectedAccount?: string | undefined
}

/** Reason that a provider is disconnected, in the data of its error. */
export type DisconnectData = { reason: EndReason; isByWallet: boolean }

/** Events of EIP-1193, and `display_uri` with the pairing link. */
export type ProviderEvents = {
  connect: { chainId: string }
  disconnect: WalletConnectError
  accountsChanged: string[]
  chainChanged: string
  message: { type: string; data: unknown }
  display_uri: string
}

export type ProviderRequest = { method: string; params?: unknown }

/** An EIP-1193 provider for the sessions of an app. */
export class WalletConnectProvider {
  readonly #client: AppClient
  readonly #chains: ReadonlyMap<number, string>
  readonly #propose: NonNullable<ProviderOptions['propose']>
  readonly #events = new Emitter<ProviderEvents>()
  /** Functions that remove listeners. */
  readonly #removals = new Map<unknown, () => void>()
  readonly #stops: (() => void)[]
  #chainId: number
  #session: Session | undefined
  /** The account that the wallet has selected since it sent its list of accounts. */
  #selected: string | undefined
  #cancelConnection: (() => Promise<void>) | undefined
  #isLeaving = false

  constructor({
    client,
    chains,
    propose = (eip155) => ({ eip155 }),
    selectedAccount,
  }: ProviderOptions) {
    this.#client = client
    this.#propose = propose
    this.#chains = new Map(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]))
    this.#chainId = chains[0]?.chainId ?? 1
    this.#use(client.sessions().findLast(hasEvmAccounts))
    this.#selected = selectedAccount
    this.#stops = this.#follow()
  }

  get session(): Session | undefined {
    return this.#session
  }

  /** Whether a wallet may still respond to a pairing link. */
  get isPairing(): boolean {
    return this.#client.isPairing()
  }

  get chainId(): number {
    return this.#chainId
  }

  get accounts(): string[] {
    if (this.#session === undefined) return []
    return withFirst(addressesOn(this.#session, this.#chainId), this.#selected)
  }

  on<K extends keyof ProviderEvents>(name: K, listener: (event: ProviderEvents[K]) => void): this {
    this.#removals.set(listener, this.#events.on(name, listener))
    return this
  }

  removeListener<K extends keyof ProviderEvents>(
    _name: K,
    listener: (event: ProviderEvents[K]) => void,
  ): this {
    this.#removals.get(listener)?.()
    this.#removals.delete(listener)
    return this
  }

  /** Shows a pairing link, and waits for the user's approval. */
  async connect(chainId = this.#chainId, signIn?: ConnectionSignIn): Promise<string[]> {
    const others = [...this.#chains.keys()].filter((other) => other !== chainId)
    const proposed = this.#propose(proposeChains([chainId, ...others]))
    await this.#cancelConnection?.()
    const { uri, sent, approved, cancel } = await requestSession(this.#client, proposed, signIn)
    this.#cancelConnection = cancel
    try {
      await Promise.race([sent, approved])
      this.#events.emit('display_uri', uri)
      const { session, login } = await approved
      await this.#requireAccount(session)
      this.#chainId = login?.chainId ?? chainId
      this.#use(session)
      if (login !== undefined) await this.#signIn(login, signIn)
    } catch (error) {
      throw toProviderError(error)
    } finally {
      if (this.#cancelConnection === cancel) this.#cancelConnection = undefined
    }
    this.#events.emit('connect', { chainId: toHex(this.#chainId) })
    return this.accounts
  }

  async #requireAccount(session: Session): Promise<void> {
    if (hasEvmAccounts(session)) return
    await this.#endWithoutAccount(session)
    throw new WalletConnectError(NO_ACCOUNT.code, NO_ACCOUNT.message)
  }

  async #endWithoutAccount({ topic }: Session): Promise<void> {
    // The wallet may have ended it already.
    await this.#client.disconnect(topic, NO_ACCOUNT).catch(() => undefined)
  }

  async #signIn(login: ProviderLogin, signIn: ConnectionSignIn | undefined): Promise<void> {
    try {
      await signIn?.onSigned(login)
    } catch (error) {
      await this.disconnect()
      throw error
    }
  }

  /** Ends the session, and stops waiting for one. */
  async disconnect(): Promise<void> {
    await this.#cancelConnection?.()
    const session = this.#session
    if (session === undefined) return
    this.#isLeaving = true
    await this.#client.disconnect(session.topic).finally(() => {
      this.#isLeaving = false
    })
  }

  /** Removes the provider's listeners from the client. */
  stop(): void {
    for (const stop of this.#stops) stop()
  }

  async request({ method, params }: ProviderRequest): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        return this.accounts.length > 0 ? this.accounts : await this.connect()
      case 'eth_accounts':
        return this.accounts
      case 'eth_chainId':
        return toHex(this.#chainId)
      case 'net_version':
        return String(this.#chainId)
      case 'wallet_switchEthereumChain':
        return await this.#switchChain(params)
      default:
        return await this.#forward(method, params)
    }
  }

  async #forward(method: string, params: unknown): Promise<unknown> {
    const session = this.#session
    const isAllowed =
      session !== undefined && allowsMethod(session.namespaces, toCaip2(this.#chainId), method)
    if (isAllowed) return await this.#requestWallet(session, method, params)
    if (WALLET_METHODS.has(method)) {
      const message = session ? `The wallet does not support ${method}.` : 'No wallet is connected.'
      throw new WalletConnectError(UNAUTHORIZED, message)
    }
    const url = this.#chains.get(this.#chainId)
    if (url !== undefined) return await callEndpoint(url, method, params)
    throw new WalletConnectError(UNKNOWN_CHAIN, `There is no endpoint for chain ${this.#chainId}.`)
  }

  async #requestWallet(session: Session, method: string, params: unknown): Promise<unknown> {
    try {
      const chainId = toCaip2(this.#chainId)
      return await this.#client.request({ topic: session.topic, chainId, method, params })
    } catch (error) {
      throw toProviderError(error)
    }
  }

  /** Wallets need not know which of the approved chains an app uses. Only others concern them. */
  async #switchChain(params: unknown): Promise<null> {
    const session = this.#session
    const chainId = toChainId(params)
    if (chainId === undefined) {
      throw new WalletConnectError(CODES.invalidInput, 'Expected a chain.')
    }
    if (session !== undefined && !chainsOf(session).includes(chainId)) {
      const method = 'wallet_switchEthereumChain'
      if (!allowsMethod(session.namespaces, toCaip2(this.#chainId), method)) {
        throw new WalletConnectError(UNKNOWN_CHAIN, `The wallet has no account for ${chainId}.`)
      }
      await this.#requestWallet(session, method, params)
    }
    this.#setChain(chainId)
    return null
  }

  #setChain(chainId: number): void {
    if (this.#chainId === chainId) return
    const before = this.accounts
    this.#chainId = chainId
    this.#events.emit('chainChanged', toHex(chainId))
    this.#reportAccounts(before)
  }

  #reportAccounts(before: readonly string[]): void {
    const after = this.accounts
    if (after.join() !== before.join()) this.#events.emit('accountsChanged', after)
  }

  #use(session: Session | undefined): void {
    this.#session = session
    this.#selected = undefined
    if (session === undefined) return
    const approved = chainsOf(session)
    const usable = approved.find((chainId) => this.#chains.has(chainId)) ?? approved[0]
    if (!approved.includes(this.#chainId) && usable !== undefined) this.#chainId = usable
  }

  /** Accounts and chains that the user has not approved for this app are no change. */
  #followEvent({ session, chainId, name, data }: AppEvents['sessionEvent']): void {
    if (name === 'chainChanged') {
      // Some wallets name the chain only as that of the event.
      const changed = toChainId(data) ?? toChainId(chainId)
      if (changed !== undefined && chainsOf(session).includes(changed)) this.#setChain(changed)
    } else if (name === 'accountsChanged') {
      const before = this.accounts
      this.#selected = selectedAddress(data) ?? this.#selected
      this.#reportAccounts(before)
    } else this.#events.emit('message', { type: name, data })
  }

  #follow(): (() => void)[] {
    const isOurs = ({ topic }: Session) => topic === this.#session?.topic
    return [
      this.#client.on('sessionUpdated', ({ session }) => {
        if (!isOurs(session)) return
        if (!hasEvmAccounts(session)) return void this.#endWithoutAccount(session)
        const [before, chainId] = [this.accounts, this.#chainId]
        this.#use(session)
        if (chainId !== this.#chainId) this.#events.emit('chainChanged', toHex(this.#chainId))
        this.#reportAccounts(before)
      }),
      this.#client.on('sessionEvent', (event) => {
        if (isOurs(event.session)) this.#followEvent(event)
      }),
      this.#client.on('sessionEnded', ({ session, reason }) => {
        if (!isOurs(session)) return
        this.#use(undefined)
        const isByWallet = !this.#isLeaving && reason !== ENDED_ELSEWHERE
        const data: DisconnectData = { reason, isByWallet }
        this.#events.emit(
          'disconnect',
          new WalletConnectError(DISCONNECTED, reason.message, { data }),
        )
      }),
      this.#client.on('sessionSettled', ({ session }) => {
        // Settles a pairing link that an earlier page has shown. `connect` waits for all others.
        if (this.#session !== undefined || this.#cancelConnection !== undefined) return
        if (!hasEvmAccounts(session)) return
        this.#use(session)
        this.#events.emit('connect', { chainId: toHex(this.#chainId) })
      }),
    ]
  }
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

function toProviderError(cause: unknown): unknown {
  const isRejection = cause instanceof WalletConnectError && cause.code === CODES.rejected
  return isRejection ? new WalletConnectError(USER_REJECTED, cause.message, { cause }) : cause
}
