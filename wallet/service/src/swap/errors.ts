import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The chain has no exchange.
 *
 * @remedy Name a router in `WALLET_ROUTERS`.
 */
export const SwapUnavailableError = defineHttpError({
  name: 'SwapUnavailableError',
  code: 'swap.unavailable',
  status: 404,
  message: (chainId: number) => `No exchange is configured on chain ${chainId}.`,
})

/** The swap's tokens are on different chains. */
export const CrossChainSwapError = defineHttpError({
  name: 'CrossChainSwapError',
  code: 'swap.cross-chain',
  status: 422,
  message: 'Both tokens of a swap must be on the same chain.',
})

/**
 * The token is not listed: anyone can deploy one with a known name.
 *
 * @remedy Add it to `WALLET_TOKENS_FILE`.
 */
export const TokenNotListedError = defineHttpError({
  name: 'TokenNotListedError',
  code: 'swap.token-not-listed',
  status: 422,
  message: (address: string) => `The token ${address} cannot be swapped here: it is not listed.`,
})

/** Both tokens are the same. */
export const SameTokenError = defineHttpError({
  name: 'SameTokenError',
  code: 'swap.same-token',
  status: 422,
  message: 'Choose two different tokens.',
})

/** No pool has enough of both tokens, or the amount yields nothing. */
export const NoRouteError = defineHttpError({
  name: 'NoRouteError',
  code: 'swap.no-route',
  status: 422,
  message: 'No pool has enough of these tokens for this amount. Try a smaller amount.',
})

/**
 * The quote is unknown, of another swap, or older than 30 s.
 *
 * @remedy Request a new one.
 */
export const QuoteExpiredError = defineHttpError({
  name: 'QuoteExpiredError',
  code: 'swap.quote-expired',
  status: 409,
  message: 'This quote is no longer valid. Request a new one.',
})

/**
 * The swap would yield less than the quote minus the slippage.
 *
 * @remedy Request a new quote.
 */
export const PriceMovedError = defineHttpError({
  name: 'PriceMovedError',
  code: 'swap.price-moved',
  status: 409,
  message: 'The price has moved by more than the slippage. Request a new quote.',
})

/**
 * The token's decimals differ from the list.
 *
 * @remedy Correct or remove its entry.
 */
export const DecimalsChangedError = defineHttpError({
  name: 'DecimalsChangedError',
  code: 'swap.decimals-changed',
  status: 409,
  message: (symbol: string) =>
    `The contract of ${symbol} no longer has the decimals that amounts are shown with, so it cannot be swapped.`,
})

/** The account has less than the amount. */
export const InsufficientBalanceError = defineHttpError({
  name: 'InsufficientBalanceError',
  code: 'swap.insufficient-balance',
  status: 422,
  message: (symbol: string) => `The account does not have that much ${symbol}.`,
})

/**
 * The exchange may not take the amount yet.
 *
 * @remedy Send the transaction of `/v1/convert/build-approve`.
 */
export const AllowanceTooLowError = defineHttpError({
  name: 'AllowanceTooLowError',
  code: 'swap.allowance-too-low',
  status: 422,
  message: (symbol: string) =>
    `The exchange may not take that much ${symbol} yet. Approve it first.`,
})

/** The token keeps more of each transfer than the slippage allows. */
export const TransferFeeError = defineHttpError({
  name: 'TransferFeeError',
  code: 'swap.transfer-fee',
  status: 422,
  message:
    'One of the tokens keeps a part of each transfer, more than the slippage allows. Raise the slippage to swap it nevertheless.',
})

/** The simulated transaction reverts. */
export const SwapRevertsError = defineHttpError({
  name: 'SwapRevertsError',
  code: 'swap.reverts',
  status: 422,
  message: (reason: string | null) =>
    `The swap would fail on the chain${reason === null ? '' : ` (${reason})`}. Nothing was sent.`,
})

/** The chain's coin needs no approval. */
export const NoApprovalNeededError = defineHttpError({
  name: 'NoApprovalNeededError',
  code: 'swap.no-approval-needed',
  status: 422,
  message: 'This swap needs no approval.',
})
