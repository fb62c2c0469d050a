import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * Farcaster has no node.
 *
 * @remedy Set `VAULT_FARCASTER_RPC_URL` and `CUSTODY_FARCASTER_RPC_URL`.
 */
export const FarcasterNotConfiguredError = defineHttpError({
  name: 'FarcasterNotConfiguredError',
  code: 'farcaster.not-configured',
  status: 404,
  message: 'Login with Farcaster is not available here.',
})

/** Wrong site, device, time or signature of the message, or a signer without the right. */
export const FarcasterRefusedError = defineHttpError({
  name: 'FarcasterRefusedError',
  code: 'farcaster.refused',
  status: 401,
  message: 'Farcaster did not confirm this login. Please start again.',
})

/** The relay, or the chain with Farcaster's registries, does not respond as documented. */
export const FarcasterUnreachableError = defineHttpError({
  name: 'FarcasterUnreachableError',
  code: 'farcaster.unreachable',
  status: 502,
  isRetryable: true,
  message: 'Farcaster does not respond. Please try again.',
})
