import { prepareTransaction } from '@bullring/approval/chain/prepare-transaction'
import { Store } from '@bullring/ui/store'
import { CODES } from '@bullring/walletconnect/errors'
import type { PhoneConfig } from '@bullring/wire/phone-config'
import type { PublicClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createChainClient, type PhoneChain, toCaip2 } from '#chain/chains.ts'
import { sendSigned } from '#chain/send-signed.ts'
import { loadAccountKey, type PhoneStorage, replaceAccountKey } from './account-key.ts'
import {
  type Login,
  type Outcome,
  type PendingRequest,
  type PhoneClient,
  type Proposal,
  type RequestKey,
  writeRequestKey,
} from './phone-client.ts'
import type { Decidable, DecidableOf, Notice, PhoneState } from './phone-state.ts'
import { type ProposalReading, readProposal } from './read-proposal.ts'
import { readQueue } from './read-queue.ts'
import { RefusedRequestError, readRequest, type Subject } from './read-request.ts'
import { addChain, reportChain } from './session-chains.ts'
import { SignedTransactions } from './signed-transactions.ts'
import { siteName } from './site-name.ts'

const CHAIN = 'chain'
const REJECTED = { code: CODES.rejected, message: 'User rejected.' }

export type PhoneOptions = {
  config: PhoneConfig
  storage: PhoneStorage
  /** WalletConnect client in the role of a wallet, with logins. */
  client: PhoneClient
}

/** The wallet: its account, its sessions, and what its user has to decide. */
export class Phone {
  readonly config: PhoneConfig
  readonly state: Store<PhoneState>
  readonly #client: PhoneClient
  readonly #storage: PhoneStorage
  readonly #clients: ReadonlyMap<number, PublicClient>
  readonly #closing = new AbortController()
  #account: PrivateKeyAccount
  #transactions: SignedTransactions | undefined
  /** Requests whose responses the relay does not have yet. */
  readonly #responding = new Set<string>()
  #noticeId = 0

  private constructor(options: PhoneOptions, account: PrivateKeyAccount, chainId: number) {
    const { config, storage, client } = options
    this.config = config
    this.#client = client
    this.#storage = storage
    this.#account = account
    this.#clients = new Map(config.chains.map((chain) => [chain.id, createChainClient(chain)]))
    this.state = new Store<PhoneState>({
      address: account.address,
      chainId,
      isConnected: client.isConnected(),
      relayProblem: null,
      sessions: [],
      queue: [],
      isSending: false,
      notices: [],
    })
  }

  /** Opens the stored wallet, and finishes what its user had already decided. */
  static async open(options: PhoneOptions): Promise<Phone> {
    const { config, storage, client } = options
    const account = privateKeyToAccount(await loadAccountKey(storage))
    const stored = await storage.get(CHAIN)
    const chain = config.chains.find(({ id }) => id === stored) ?? config.chains[0]
    const phone = new Phone(options, account, chain?.id ?? 0)
    phone.#transactions = await SignedTransactions.open({
      storage,
      signal: phone.#closing.signal,
      send: (chainId, signed) => sendSigned(phone.chainClient(chainId), signed),
      respond: (request, outcome) => phone.#respond(request, outcome),
      onChange: () => phone.#refresh(),
    })
    phone.#follow()
    for (const request of client.requests()) phone.#refuseImpossible(request)
    phone.#refresh()
    return phone
  }

  close(): void {
    this.#closing.abort()
    this.#client.close()
  }

  /** Returns a chain by its id; `undefined` for one that is not of this machine. */
  chain(chainId: number): PhoneChain | undefined {
    return this.config.chains.find(({ id }) => id === chainId)
  }

  chainClient(chainId: number): PublicClient {
    const client = this.#clients.get(chainId)
    if (client === undefined) throw new Error(`There is no chain ${chainId}.`)
    return client
  }

  /** Reads a pairing link; what the app proposes appears in the queue. */
  async pair(uri: string): Promise<void> {
    await this.#client.pair(uri)
  }

  readProposal(proposal: Proposal): ProposalReading {
    return readProposal(proposal, this.#account.address, this.#chainNames())
  }

  /** Returns the texts to sign for a login, by account (CAIP-10). */
  loginMessages({ id, payload }: Login): [account: string, message: string][] {
    return this.#chainNames()
      .filter((chain) => payload.chains.includes(chain))
      .map((chain) => `${chain}:${this.#account.address}`)
      .map((account) => [account, this.#client.loginMessage(id, account)])
  }

  /** Carries out what the user approves. Throws what keeps it from being done now; it may be tried again. */
  async approve(decidable: Decidable): Promise<void> {
    if (decidable.kind === 'proposal') await this.#approveProposal(decidable.proposal)
    else if (decidable.kind === 'login') await this.#approveLogin(decidable.login)
    else await this.#approveRequest(decidable)
    this.#refresh()
  }

  async reject(decidable: Decidable): Promise<void> {
    const { id } = decidable
    if (decidable.kind === 'request') void this.#respond(decidable.request, { error: REJECTED })
    else if (decidable.kind === 'login') await this.#client.rejectLogin(id)
    else {
      const reading = this.readProposal(decidable.proposal)
      const isImpossible = reading.kind === 'unacceptable'
      const reason = isImpossible ? { code: reading.code, message: reading.reason } : REJECTED
      // The user has decided; the relay gets it when it can.
      this.#client.reject(id, reason).catch(() => undefined)
    }
    this.#refresh()
  }

  async disconnect(topic: string): Promise<void> {
    await this.#client.disconnect(topic)
    this.#refresh()
  }

  async switchChain(chainId: number): Promise<void> {
    if (chainId === this.state.get().chainId) return
    await this.#storage.set(CHAIN, chainId)
    this.#change({ chainId })
    await reportChain(this.#client, chainId)
  }

  /** Ends all sessions and replaces the account. */
  async reset(): Promise<void> {
    for (const decidable of this.state.get().queue) {
      if (decidable.kind !== 'request') await this.reject(decidable)
    }
    for (const { topic } of this.#client.sessions()) await this.#client.disconnect(topic)
    this.#account = privateKeyToAccount(await replaceAccountKey(this.#storage))
    this.#change({ address: this.#account.address })
    this.#refresh()
    this.notify('done', 'The wallet has a new account.')
  }

  notify(tone: Notice['tone'], text: string): void {
    this.#noticeId += 1
    const notices = [...this.state.get().notices, { id: this.#noticeId, tone, text }].slice(-2)
    this.#change({ notices })
  }

  dismiss(noticeId: number): void {
    const { notices } = this.state.get()
    this.#change({ notices: notices.filter(({ id }) => id !== noticeId) })
  }

  async #approveProposal(proposal: Proposal): Promise<void> {
    const reading = this.readProposal(proposal)
    if (reading.kind === 'unacceptable') throw new Error(reading.reason)
    await this.#client.approve({ id: proposal.id, namespaces: reading.namespaces })
    this.notify('done', `Connected to ${siteName(proposal.proposer.metadata)}.`)
  }

  async #approveLogin(login: Login): Promise<void> {
    const signatures: Record<string, string> = {}
    for (const [account, message] of this.loginMessages(login)) {
      signatures[account] = await this.#account.signMessage({ message })
    }
    await this.#client.approveLogin(login.id, signatures)
    this.notify('done', `Signed in to ${siteName(login.requester.metadata)}.`)
  }

  async #approveRequest({ request, subject, session }: DecidableOf<'request'>): Promise<void> {
    if (subject.kind === 'switch-chain') {
      addChain(this.#client, session, subject.chainId, this.#account.address).catch(() => undefined)
      await this.switchChain(subject.chainId)
      void this.#respond(request, { result: null })
      return
    }
    const verb = subject.kind === 'transaction' ? 'Sent' : 'Signed'
    if (subject.kind === 'transaction') {
      // Its nonce follows those of the transactions before.
      await this.#transactions?.allSent()
      const { chainId } = subject
      const client = this.chainClient(chainId)
      const { address } = this.#account
      const { unsigned } = await prepareTransaction(client, chainId, address, subject.transaction)
      const signed = await this.#account.signTransaction(unsigned)
      await this.#transactions?.add({ topic: request.topic, id: request.id, chainId, signed })
    } else {
      const result = await (subject.kind === 'message'
        ? this.#account.signMessage({ message: { raw: subject.message } })
        : this.#account.signTypedData(subject.typedData))
      void this.#respond(request, { result })
    }
    this.notify('done', `${verb} for ${siteName(session.peer.metadata)}.`)
  }

  /** The client stores the response before it sends it, and sends it until the relay has it. */
  async #respond({ topic, id }: RequestKey, outcome: Outcome): Promise<void> {
    const key = writeRequestKey({ topic, id })
    this.#responding.add(key)
    this.#refresh()
    await this.#client.respond({ topic, id }, outcome).catch(() => undefined)
    this.#responding.delete(key)
    this.#refresh()
  }

  #read(request: PendingRequest): Subject | RefusedRequestError {
    try {
      const chainIds = this.config.chains.map(({ id }) => id)
      return readRequest(request, this.#account.address, chainIds)
    } catch (error) {
      if (error instanceof RefusedRequestError) return error
      throw error
    }
  }

  /** Refuses a request that cannot be carried out at once, with the reason. */
  #refuseImpossible(request: PendingRequest): void {
    if (this.#transactions?.has(request)) return
    const reading = this.#read(request)
    if (!(reading instanceof RefusedRequestError)) return
    const { code, message } = reading
    void this.#respond(request, { error: { code, message } })
    const session = this.#client.sessions().find(({ topic }) => topic === request.topic)
    const site = session ? siteName(session.peer.metadata) : 'A site'
    this.notify('problem', `${site} requested ${request.method}. ${message}`)
  }

  #follow(): void {
    const client = this.#client
    const refresh = () => this.#refresh()
    client.on('proposed', refresh)
    client.on('proposalExpired', refresh)
    client.on('sessionSettled', refresh)
    client.on('loginRequested', refresh)
    client.on('loginExpired', refresh)
    client.on('requestExpired', () => {
      this.notify('problem', 'A request has expired. Send it again from the site.')
      refresh()
    })
    client.on('requested', ({ request }) => {
      this.#refuseImpossible(request)
      refresh()
    })
    client.on('sessionEnded', ({ session }) => {
      this.notify('done', `Disconnected from ${siteName(session.peer.metadata)}.`)
      refresh()
    })
    client.on('connection', ({ isConnected }) =>
      this.#change({ isConnected, ...(isConnected && { relayProblem: null }) }),
    )
    client.on('relayRefused', ({ error }) => this.#change({ relayProblem: error.message }))
  }

  #refresh(): void {
    const transactions = this.#transactions
    if (transactions === undefined) return
    const queue = readQueue(
      this.#client,
      (request) => transactions.has(request) || this.#responding.has(writeRequestKey(request)),
      (request) => this.#read(request),
    )
    this.#change({
      queue,
      sessions: this.#client.sessions(),
      isSending: this.#responding.size > 0 || !transactions.isEmpty,
    })
  }

  #change(changes: Partial<PhoneState>): void {
    this.state.set({ ...this.state.get(), ...changes })
  }

  /** The selected chain first: apps begin with it. */
  #chainNames(): string[] {
    const { chainId } = this.state.get()
    const others = this.config.chains.map(({ id }) => id).filter((id) => id !== chainId)
    return [chainId, ...others].map(toCaip2)
  }
}
