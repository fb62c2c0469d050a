import { readForm } from '@bullring/server/http/read-form'
import type { Operation } from '@bullring/server/operations/operation'
import type { Html } from '@bullring/server/page'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import type { Database } from '../db/database.ts'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { checkoutForm, checkoutNotice, checkoutResult } from './checkout-page.ts'
import { CHECKOUT } from './checkout-style.ts'
import type { PurchaseReport } from './onramp-provider.ts'
import { cardOutcome } from './play-cards.ts'
import { CHECKOUT_PATH, PLAY_MONEY_ID } from './play-money.ts'
import { CARD_LIMITS, coinsFor, fiatAmount } from './prices.ts'
import { findPurchase, type Purchase, submitPurchase } from './purchases.queries.ts'

export type CheckoutDeps = {
  db: Database
  chain: ChainIdentity
  /** USD per coin; null when it is not known right now. */
  coinPrice: () => Promise<number | null>
  /** Hears of every card that was declined. */
  report: (report: PurchaseReport) => Promise<void>
  nowMs: () => number
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reasons that a form was refused, by their name in the URL of the page that shows them. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['amount', `Type an amount from ${CARD_LIMITS.min} to ${CARD_LIMITS.max}, such as 25 or 25.50.`],
  ['card', 'This checkout takes only the play cards listed above.'],
])

/** Longest input that is shown again. */
const MAX_AMOUNT_LENGTH = 60

const PAGE = {
  path: `${CHECKOUT_PATH}/:id`,
  params: z.object({ id: z.string() }),
  response: z.string(),
  contentType: 'text/html',
  errors: [...PAGE_ERRORS, 404, 500, 503],
} as const

/** GET and POST /onramp/checkout/:id: the page of the play-money provider, on local chains only. */
export function checkoutOperations(deps: CheckoutDeps): readonly Operation[] {
  return [
    {
      ...PAGE,
      method: 'get',
      summary: 'Checkout of the play-money provider',
      handle: (c) => show(deps, c),
    },
    {
      ...PAGE,
      method: 'post',
      summary: 'Pays with a play card',
      body: z.unknown(),
      maxBodyBytes: 2_048,
      errors: [...PAGE.errors, 413],
      handle: (c) => pay(deps, c),
    },
  ]
}

async function show(deps: CheckoutDeps, c: Context): Promise<Response> {
  const purchase = await purchaseOf(deps, c)
  if (purchase === null) return unknownPurchase(c)
  if (purchase.status !== 'open') return respond(c, checkoutResult(purchase, deps.chain.coin))
  const price = await deps.coinPrice()
  if (price === null) return noPrice(c)
  const { problem: name, amount = purchase.fiatAmount ?? '50' } = c.req.query()
  const problem = PROBLEMS.get(name ?? '') ?? null
  return respond(c, checkoutForm({ purchase, coin: deps.chain.coin, price, problem, amount }))
}

async function pay(deps: CheckoutDeps, c: Context): Promise<Response> {
  const { db, coinPrice, report, nowMs } = deps
  const purchase = await purchaseOf(deps, c)
  if (purchase === null) return unknownPurchase(c)
  const form = await readForm(c)
  const amount = (form.get('amount') ?? '').trim()
  const fiat = fiatAmount(amount)
  if (fiat === null) return showAgain(c, purchase, 'amount', amount)
  const outcome = cardOutcome(form.get('card') ?? '')
  if (outcome === null) return showAgain(c, purchase, 'card', amount)
  const price = await coinPrice()
  // The page itself says that it has no price.
  if (price === null) return c.body(null, 303, { location: purchase.id })
  const coinAmount = coinsFor(fiat, price)
  const paid = { fiatAmount: fiat, coinAmount, isPaid: outcome === 'paid' }
  const isFirst = await submitPurchase(db, purchase.id, paid, Math.floor(nowMs() / 1_000))
  if (isFirst && outcome === 'declined') {
    await report({ purchaseId: purchase.id, status: 'failed', coinAmount, txHash: null })
  }
  // The page's own address again, so that a reload sends nothing twice.
  return c.body(null, 303, { location: purchase.id })
}

async function purchaseOf({ db }: CheckoutDeps, c: Context): Promise<Purchase | null> {
  const id = c.req.param('id') ?? ''
  const purchase = UUID.test(id) ? await findPurchase(db, id) : null
  return purchase?.provider === PLAY_MONEY_ID ? purchase : null
}

/** Has the browser load the form with the problem, so that neither a reload nor its back button sends a form again. */
function showAgain(c: Context, { id }: Purchase, problem: string, amount: string): Response {
  const query = new URLSearchParams({ problem, amount: amount.slice(0, MAX_AMOUNT_LENGTH) })
  return c.body(null, 303, { location: `${id}?${query}` })
}

function noPrice(c: Context): Promise<Response> {
  const text = 'The price of the coin is not known right now. Reload this page in a minute.'
  return respond(c, checkoutNotice('Please wait', text), 503)
}

function unknownPurchase(c: Context): Promise<Response> {
  const text = 'This checkout does not exist or has expired. Start again from your wallet.'
  return respond(c, checkoutNotice('Nothing to buy here', text), 404)
}

async function respond(c: Context, page: Html, status: 200 | 404 | 503 = 200): Promise<Response> {
  return c.body(String(await page), status, { ...CHECKOUT.headers })
}
