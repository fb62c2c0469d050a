import { type Call, countCalls, decodeCalls } from '@bullring/smart-account/calls'
import type { Operation } from '@bullring/smart-account/signatures'
import { MAX_SIMULATED_CALLS } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { ForeignAccountError, InvalidParamsError } from '../http/errors.ts'

/**
 * Returns the calls of an operation.
 *
 * @throws {InvalidParamsError} when there are more than the frame sends: decoding them would block other requests.
 * @throws {ForeignAccountError} when they are not encoded as the frame does.
 */
export function readCalls({ callData }: Pick<Operation, 'callData'>): readonly Call[] {
  if ((countCalls(callData) ?? 0) > MAX_SIMULATED_CALLS) {
    throw new InvalidParamsError(`an operation has at most ${MAX_SIMULATED_CALLS} calls`)
  }
  const calls = decodeCalls(callData)
  if (calls === null) throw new ForeignAccountError('its calls are encoded in another way')
  return calls
}
