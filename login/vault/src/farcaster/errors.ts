import { FARCASTER_CLOSED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/** The phone declined, the time is over, or the channel is that of another device. */
export const ChannelClosedError = defineHttpError({
  name: 'ChannelClosedError',
  code: 'farcaster.closed',
  status: 401,
  message: FARCASTER_CLOSED_MESSAGE,
})

/** Too many channels were opened from one IP address. */
export const ChannelLimitError = defineLimitError({
  name: 'ChannelLimitError',
  code: 'farcaster.too-many',
})
