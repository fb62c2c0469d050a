import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { expect, test, vi } from 'vitest'
import { loadContractOfReturn } from './load-contract.ts'

vi.mock('./prediction-contract.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('error: leaves open what became of a request whose code does not load', async () => {
  await expect(loadContractOfReturn()).rejects.toThrow(OutcomeUnknownError)
})
