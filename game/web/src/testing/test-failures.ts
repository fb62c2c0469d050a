import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { ContractFunctionExecutionError, ContractFunctionRevertedError, type Hex } from 'viem'

type FunctionName = 'betBull' | 'claim'

/** A call that the contract refused, as viem throws it: the reason is nested in the cause. */
export function revertedCall(functionName: FunctionName, data?: Hex): Error {
  const abi = predictionAbi
  const cause = new ContractFunctionRevertedError({ abi, functionName, data })
  const args = functionName === 'claim' ? [[12n]] : [12n]
  return new ContractFunctionExecutionError(cause, { abi, functionName, args })
}

/** A transaction that reverted when it was mined, which has no reason. */
export function minedRevert(functionName: FunctionName): Error {
  return new ContractFunctionRevertedError({ abi: predictionAbi, functionName })
}

/** wagmi's error without a connected wallet. Its class is not exported. */
export function notConnectedError(): Error {
  return Object.assign(new Error('Connector not connected.'), {
    name: 'ConnectorNotConnectedError',
  })
}
