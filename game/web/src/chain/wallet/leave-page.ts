import type { EmbeddedWalletOptions } from '@bullring/wallet-kit/embedded-wallet'
import { safe } from '../safe/safe.ts'
import type { Awaited } from './returned-request.ts'

/** A request that the page was left for, and what it waits for. */
export const RETURN_KEY = 'bullring.return'

/** Path of the main screen, which alone goes on with requests. */
const GOES_ON = '/'

const SENDING = ['eth_sendTransaction', 'wallet_sendCalls']
const METHODS: Readonly<Record<Awaited['kind'], readonly string[]>> = {
  bet: SENDING,
  claim: SENDING,
  grant: ['wallet_grantPermissions'],
  revoke: ['wallet_revokePermissions'],
  move: ['eth_sendTransaction'],
  payment: ['eth_sendTransaction'],
}

/** Transfers and swaps of the wallet's dialog, which the page sends nothing with. */
const PAYMENT: Awaited = { kind: 'payment' }

const sending = new Set<Awaited>()

/** Sends a request to the wallet. Another page can go on with it, if the wallet takes the place of this one, or its owners take hours. */
export async function sendWithReturn<result>(
  awaited: Awaited,
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
export const leavesPage: NonNullable<EmbeddedWalletOptions['leavesPage']> = ({ method }) => {
  const [awaited = PAYMENT, other] = sending
  // Of two at once, it could be either.
  if (other !== undefined) return null
  if (window.location.pathname !== GOES_ON) return null
  // Another request may be sent meanwhile, such as to sign in.
  return METHODS[awaited.kind].includes(method) ? (id) => store({ id, awaited }) : null
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
  const text = JSON.stringify(left, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  try {
    sessionStorage.setItem(RETURN_KEY, text)
    return true
  } catch {
    return false
  }
}
