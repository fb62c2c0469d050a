import type { EmbeddedWalletOptions } from '@bullring/wallet-kit/embedded-wallet'
import { stringify } from 'viem'
import { safe } from '../safe/safe.ts'
import type { Awaited } from './returned-request.ts'

/** A request that the page was left for, and what it waits for. */
export const RETURN_KEY = 'bullring.return'

/** Path of the main screen, which alone goes on with requests. */
const GOES_ON = '/'

/** A request that the page sends itself. */
type Announced = Exclude<Awaited, { kind: 'dialog' }>

const SENDING = ['eth_sendTransaction', 'wallet_sendCalls']
const METHODS: Readonly<Record<Announced['kind'], readonly string[]>> = {
  bet: SENDING,
  claim: SENDING,
  grant: ['wallet_grantPermissions'],
  revoke: ['wallet_revokePermissions'],
  move: ['eth_sendTransaction'],
}

/** Start of the data of ERC-20's `approve`, the first transaction of a swap. */
const APPROVE = '0x095ea7b3'

const sending = new Set<Announced>()

/**
 * Sends a request to the wallet. Another page can go on with it, if the wallet takes the place of this one, or its owners take
 * hours.
 */
export async function sendWithReturn<result>(
  awaited: Announced,
  send: () => Promise<result>,
): Promise<result> {
  sending.add(awaited)
  try {
    const response = await send()
    safe()?.keep(response, awaited)
    return response
  } finally {
    sending.delete(awaited)
  }
}

/** Tells the wallet whether the page can be left for the request that is sent. */
export const leavesPage: LeavesPage = (call) => {
  const [announced, other] = sending
  // Of two at once, it could be either.
  if (other !== undefined || window.location.pathname !== GOES_ON) return null
  const awaited = announced === undefined ? ofDialog(call) : ofPage(announced, call)
  return awaited && ((id) => store({ id, awaited }))
}

type LeavesPage = NonNullable<EmbeddedWalletOptions['leavesPage']>
type Call = Parameters<LeavesPage>[0]

/** Another request may be sent meanwhile, such as to sign in. */
function ofPage(announced: Announced, { method }: Call): Awaited | null {
  return METHODS[announced.kind].includes(method) ? announced : null
}

/** Requests of the wallet's dialog, which the page does not send. */
function ofDialog({ method, params }: Call): Awaited | null {
  if (method === 'wallet_revokePermissions') return { kind: 'dialog', what: 'revocation' }
  if (method !== 'eth_sendTransaction') return null
  const [{ data = '' } = {}] = params as readonly { data?: string }[]
  return { kind: 'dialog', what: data.startsWith(APPROVE) ? 'approval' : 'transaction' }
}

/** Whether the page that was here has left for the wallet. */
export function hasReturn(): boolean {
  try {
    return sessionStorage.getItem(RETURN_KEY) !== null
  } catch {
    return false
  }
}

function store(left: { id: string; awaited: Awaited }): boolean {
  try {
    sessionStorage.setItem(RETURN_KEY, stringify(left))
    return true
  } catch {
    return false
  }
}
