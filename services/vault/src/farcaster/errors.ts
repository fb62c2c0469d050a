import { defineHttpError } from '@bullring/server/http/http-error'

/** The operator has not configured a node for Farcaster. */
export const FarcasterNotConfiguredError = defineHttpError({
  name: 'FarcasterNotConfiguredError',
  code: 'farcaster.not-configured',
  status: 404,
  message: 'Login with Farcaster is not available here.',
})

/** The phone declined, the time is over, or the channel is that of another device. */
export const ChannelClosedError = defineHttpError({
  name: 'ChannelClosedError',
  code: 'farcaster.closed',
  status: 401,
  message: 'The login was declined or has expired. Please try again.',
})

/** Too many channels were opened from one IP address. */
export const ChannelLimitError = defineHttpError({
  name: 'ChannelLimitError',
  code: 'farcaster.too-many',
  status: 429,
  message: (seconds: number) => `Please try again after ${seconds} seconds`,
  headers: (seconds) => ({ 'retry-after': String(seconds) }),
})
