import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The provider is not configured.
 *
 * @remedy Add it to `VAULT_OAUTH_CLIENTS`.
 */
export const ProviderNotConfiguredError = defineHttpError({
  name: 'ProviderNotConfiguredError',
  code: 'oauth.not-configured',
  status: 404,
  message: 'This way to log in is not available here.',
})

/** The login began on another device or over ten minutes ago, or is finished. */
export const UnknownOAuthLoginError = defineHttpError({
  name: 'UnknownOAuthLoginError',
  code: 'oauth.unknown-login',
  status: 401,
  message: 'This login has expired. Please start again.',
})

/** The provider or the visitor refused the login. */
export const OAuthRefusedError = defineHttpError({
  name: 'OAuthRefusedError',
  code: 'oauth.refused',
  status: 401,
  message: 'The login was refused. Please start again.',
})

/** The provider does not respond as documented. */
export const ProviderFailedError = defineHttpError({
  name: 'ProviderFailedError',
  code: 'oauth.provider-failed',
  status: 502,
  isRetryable: true,
  message: 'The login service does not respond as expected. Please try again.',
})
