import type { PhoneConfig } from '@bullring/wire/local/phone-config'
import type { PublicClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { loadAccountKey, replaceAccountKey } from '#account/account-key.ts'
import type { PhoneStorage } from '#account/phone-storage.ts'
import { createChainClient, toCaip2 } from '#chain/chains.ts'
import { sendSigned } from '#chain/send-signed.ts'
import { Store } from '#ui/store.ts'
import { type ProposalReading, readProposal } from './approved-namespaces.ts'
import { Outbox } from './outbox.ts'
import type { Login, PendingRequest, PhoneClient, Proposal } from './phone-client.ts'
import type { Decidable, Notice, PhoneState } from './phone-state.ts'
import { readQueue } from './read-queue.ts'
import { RefusedRequestError, readRequest, type Subject } from './read-request.ts'
import { addChain, reportChain } from './session-chains.ts'
import { signSubject } from './sign-subject.ts'
import { siteName } from './site-name.ts'

const CHAIN = 'chain'
const REJECTED = { code: 5_000, message: 'User rejected.' }

export type PhoneOptions = {
  config: PhoneConfig
  storage: PhoneStorage
  /** Of the wallet's role, with logins. */
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
  #outbox: Outbox | undefined
  #noticeId = 0

  private constructor(options: PhoneOptions, account: PrivateKeyAccount, chainId: number) {
    const { config, storage, client } = options
    this.config = config
    this.#client = client
    this.#storage = storage
    this.#account = account
    this.#clients = new Map(config.chains.map((chain) => [chain.id, createChainClient(chain)]))
    this.state = new Store<PhoneState>({
      ...{ address: account.address, chainId, isConnected: client.isConnected() },
      ...{ relayProblem: null, sessions: [], queue: [], isSending: false, notices: [] },
    })
  }

  /** Opens the wallet with what is stored, and continues with what was decided. */
  static async open(options: PhoneOptions): Promise<Phone> {
    const { config, storage, client } = options
    const account = privateKeyToAccount(await loadAccountKey(storage))
    const stored = await storage.get(CHAIN)
    const chain = config.chains.find(({ id }) => id === stored) ?? config.chains[0]
    const phone = new Phone(options, account, chain?.id ?? 0)
    phone.#outbox = await Outbox.open({
      ...{ storage, client, signal: phone.#closing.signal },
      sendTransaction: (chainId, signed) => sendSigned(phone.chainClient(chainId), signed),
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

  async reject({ kind, id, ...decidable }: Decidable): Promise<void> {
    if (kind === 'request') await this.#outbox?.add({ id, outcome: { error: REJECTED } })
    else if (kind === 'login') await this.#client.rejectLogin(id)
    else if ('proposal' in decidable) {
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
    const notices = [...this.state.get().notices, { id: this.#noticeId, tone, text }].slice(-3)
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

  async #approveRequest({
    id,
    subject,
    session,
  }: Extract<Decidable, { kind: 'request' }>): Promise<void> {
    if (subject.kind === 'switch-chain') {
      addChain(this.#client, session, subject.chainId, this.#account.address).catch(() => undefined)
      await this.switchChain(subject.chainId)
      await this.#outbox?.add({ id, outcome: { result: null } })
      return
    }
    if (subject.kind === 'transaction') await this.#outbox?.allSent()
    const decision = await signSubject(subject, this.#account, (chain) => this.chainClient(chain))
    await this.#outbox?.add({ id, ...decision })
    const verb = subject.kind === 'transaction' ? 'Sent' : 'Signed'
    this.notify('done', `${verb} for ${siteName(session.peer.metadata)}.`)
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

  /** What cannot be done is refused at once, with the reason. */
  #refuseImpossible(request: PendingRequest): void {
    if (this.#outbox?.has(request.id)) return
    const reading = this.#read(request)
    if (!(reading instanceof RefusedRequestError)) return
    const { code, message } = reading
    void this.#outbox?.add({ id: request.id, outcome: { error: { code, message } } })
    const session = this.#client.sessions().find(({ topic }) => topic === request.topic)
    const site = session ? siteName(session.peer.metadata) : 'A site'
    this.notify('problem', `${site} requested ${request.method}. ${message}`)
  }

  #follow(): void {
    const client = this.#client
    const refresh = () => this.#refresh()
    client.on('proposed', refresh)
    client.on('proposalExpired', refresh)
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
    const outbox = this.#outbox
    if (outbox === undefined) return
    const queue = readQueue(
      this.#client,
      (id) => outbox.has(id),
      (request) => this.#read(request),
    )
    this.#change({ queue, sessions: this.#client.sessions(), isSending: !outbox.isEmpty })
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
