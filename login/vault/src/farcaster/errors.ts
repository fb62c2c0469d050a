import { FARCASTER_CLOSED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/** The phone declined, ten minutes passed, or a newer login replaced this one. */
export const ChannelClosedError = defineHttpError({
  name: 'ChannelClosedError',
  code: 'farcaster.closed',
  status: 401,
  message: FARCASTER_CLOSED_MESSAGE,
})

/** 60 logins from this IP address within an hour. */
export const ChannelLimitError = defineLimitError({
  name: 'ChannelLimitError',
  code: 'farcaster.too-many',
})
