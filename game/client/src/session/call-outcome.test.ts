import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { expect, test } from 'vitest'
import { REFUSALS, readRefusal } from './call-outcome.ts'

const names = Object.keys(REFUSALS).filter((reason) => !reason.startsWith('bundler.'))

test.each(names)('knows %s as an error of the module', (name) => {
  expect(sessionModuleAbi.some((item) => item.type === 'error' && item.name === name)).toBe(true)
})

test.each([
  ['NotActive', 'revoked'],
  ['TotalValueExceeded', 'limit'],
  ['WrongNonce', 'nonce'],
  ['bundler.gas-price-too-high', 'expensive'],
  ['bundler.chain-failed', 'unavailable'],
  ['bundler.ends-too-soon', 'late'],
  ['bundler.reverting', 'refused'],
  [null, 'refused'],
])('reads %s as %s', (reason, failure) => {
  expect(readRefusal(reason)).toBe(failure)
})
