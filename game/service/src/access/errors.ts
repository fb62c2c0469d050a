import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The operator's country rules refuse what the visitor wanted to do. Reads work.
 *
 * @remedy None for visitors. As the operator, see [countries](brand.md#countries).
 */
export const RefusedCountryError = defineHttpError({
  name: 'RefusedCountryError',
  code: 'access.refused-country',
  status: 451,
  message: 'This game takes no bets from your country. You can watch it.',
})
