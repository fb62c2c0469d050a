import type { Html } from '@bullring/server/page'
import { html } from 'hono/html'
import { CHECKOUT } from './checkout-style.ts'
import { PLAY_CARDS } from './play-cards.ts'
import { CARD_LIMITS } from './prices.ts'
import type { Purchase } from './purchases.queries.ts'

export type CheckoutForm = {
  purchase: Purchase
  coin: string
  /** USD per coin. */
  price: number
  /** Reason that the last attempt was refused. */
  problem: string | null
  amount: string
}

/** The form that takes amount and card. */
export function checkoutForm({ purchase, coin, price, problem, amount }: CheckoutForm): Html {
  return CHECKOUT.render({
    title: `Buy ${coin} with play money`,
    content: html`
      <h1>Buy ${coin}</h1>
      <p class="play">Play money: nothing is charged</p>
      <p class="soft">1 ${coin} = $${price.toFixed(2)}. The coins of this local chain go to ${purchase.account}.</p>
      <form method="post">
        <label>Amount in USD
          <input name="amount" inputmode="decimal" autocomplete="off" required value="${amount}"
            aria-describedby="limits"></label>
        <p class="soft" id="limits">From $${CARD_LIMITS.min} to $${CARD_LIMITS.max}.</p>
        <label>Play card number
          <input name="card" inputmode="numeric" autocomplete="off" required maxlength="30"
            value="${PLAY_CARDS[0]?.number ?? ''}" aria-describedby="cards"></label>
        <ul id="cards">${PLAY_CARDS.map(
          ({ number, effect }) => html`<li><code>${number}</code> ${effect}</li>`,
        )}</ul>
        <p class="soft">Never type the number of a real card here.</p>
        ${problem === null ? '' : html`<p class="error" role="alert">${problem}</p>`}
        <button>Pay with play money</button>
      </form>`,
  })
}

/** Returns the page with the state of a purchase. While it is pending, the page reloads itself. */
export function checkoutResult(purchase: Purchase, coin: string): Html {
  const amount = `${purchase.coinAmount ?? ''} ${coin}`
  switch (purchase.status) {
    case 'success':
      return CHECKOUT.render({
        title: 'Paid',
        content: html`<h1 class="paid">You bought ${amount}</h1>
          <p>The coins are in your wallet. You can close this window.</p>
          <p class="soft">Transaction ${purchase.txHash ?? ''}</p>`,
      })
    case 'failed':
      return CHECKOUT.render({
        title: 'Not paid',
        content: html`<h1 class="failed">The card was declined</h1>
          <p>Nothing was bought. Close this window and try again with another play card.</p>`,
      })
    case 'open':
    case 'pending':
      return CHECKOUT.render({
        title: 'In progress',
        refreshSeconds: 2,
        content: html`<h1>Your purchase is in progress</h1>
          <p role="status">${amount} will arrive in your wallet. You can close this window.</p>`,
      })
  }
}

/** Returns a page with a sentence where there is nothing to buy. */
export function checkoutNotice(title: string, text: string): Html {
  return CHECKOUT.render({ title, content: html`<h1>${title}</h1><p>${text}</p>` })
}
