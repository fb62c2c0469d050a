import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  EstimateGasExecutionError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  InternalRpcError,
  ResourceUnavailableRpcError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  TransactionExecutionError,
  UnknownRpcError,
  UserRejectedRequestError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { getContractError, getTransactionError } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { CallsNotSentError } from './calls-not-sent-error.ts'
import { classifyFailure, isRejection } from './classify-failure.ts'
import { OutcomeUnknownError } from './outcome-unknown-error.ts'
import { TransactionReplacedError } from './transaction-replaced-error.ts'
import { WalletSilentError } from './wallet-silent-error.ts'

const ABI = [
  {
    type: 'function',
    name: 'betBull',
    inputs: [{ name: 'epoch', type: 'uint256' }],
    outputs: [],
    stateMutability: 'payable',
  },
  {
    type: 'error',
    name: 'EpochNotOpen',
    inputs: [
      { name: 'epoch', type: 'uint256' },
      { name: 'open', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
] as const

const URL = 'https://node.example/secret-key'
const REQUEST = { method: 'eth_sendTransaction', params: [{ data: '0x57fb096f' }] }

/** A wallet's or node's error: an `Error` with a code, as EIP-1193 requires. */
function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
}

/** Wraps the error of a wallet as `writeContract` of viem and wagmi does. */
function sent(error: Error): Error {
  const cause =
    'code' in error && error.code === 4001
      ? new UserRejectedRequestError(error)
      : 'code' in error && error.code === -32_603
        ? new InternalRpcError(error)
        : new UnknownRpcError(error)
  const transactionError = getTransactionError(cause, { account: null, docsPath: '/docs' })
  return getContractError(transactionError, { abi: ABI, args: [12n], functionName: 'betBull' })
}

/** Wraps the error response of a node as viem does. */
function fromNode(code: number, message: string, data?: unknown): Error {
  const error = { code, message, ...(data !== undefined && { data }) }
  return new InternalRpcError(new RpcRequestError({ body: REQUEST, error, url: URL }))
}

function reverted(data: `0x${string}`): Error {
  const cause = new ContractFunctionRevertedError({ abi: ABI, data, functionName: 'betBull' })
  const options = { abi: ABI, functionName: 'betBull', args: [12n] }
  return new ContractFunctionExecutionError(cause, options)
}

/** wagmi's errors are known by their names. `core/` imports no wagmi. */
const wagmiError = (name: string, message: string) => Object.assign(new Error(message), { name })

const ethersError = (message: string, fields: object) => Object.assign(new Error(message), fields)

describe('classifyFailure', () => {
  test.each([
    [
      'MetaMask',
      { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    ],
    ['MetaMask, connecting', rpcError(4001, 'User rejected the request.')],
    [
      'MetaMask, all requests at once',
      rpcError(4001, 'MetaMask Tx Signature: User denied transaction signature.', {
        cause: 'rejectAllApprovals',
      }),
    ],
    [
      'MetaMask, in data.originalError',
      {
        code: -32_603,
        message: 'Internal JSON-RPC error.',
        data: { originalError: { code: 4001, message: 'User denied message signature.' } },
      },
    ],
    [
      'MetaMask through ethjs',
      new Error(
        '[ethjs-query] while formatting outputs from RPC \'{"value":{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}}\'',
      ),
    ],
    ['MetaMask through viem', sent(rpcError(4001, 'User rejected the request.'))],
    ['Rabby', { code: 4001, message: 'User rejected the request.', stack: 'Error' }],
    ['Trust Wallet', rpcError(4001, 'User rejected the request')],
    ['Trust Wallet on a phone', sent(rpcError(-32_000, 'cancelled'))],
    ['Trust Wallet over WalletConnect', sent(rpcError(-32_000, 'Transaction was rejected'))],
    ['Trust Wallet extension', 'User canceled'],
    ['OKX Wallet', { code: 4001, message: 'User rejected the request.' }],
    ['OKX Wallet on a phone', new Error('OKX Wallet Reject')],
    ['Binance Wallet', rpcError(-32_000, 'User rejected request')],
    ['Binance Wallet, its dialog closed', new Error('User closed modal')],
    ['Binance Chain Wallet', { error: 'Rejected by user' }],
    ['WalletConnect, a session', { code: 5000, message: 'User rejected.' }],
    ['WalletConnect, its methods', { code: 5002, message: 'User rejected methods.' }],
    ['WalletConnect modal', new Error('Connection request reset. Please try again.')],
    ['SafePal', rpcError(-32_603, 'Cancelled by User')],
    ['Rainbow', { code: -32_000, message: 'Request rejected' }],
    ['Coinbase Wallet', { code: -32_000, message: 'User denied transaction signature' }],
    ['Frame', rpcError(4001, 'User declined transaction')],
    ['any wallet, a smart account upgrade (EIP-5792)', { code: 5750, message: 'Rejected' }],
    [
      'ethers 5',
      ethersError(
        'user rejected transaction (action="sendTransaction", transaction={"data":"0x"})',
        {
          code: 'ACTION_REJECTED',
          action: 'sendTransaction',
          reason: 'user rejected transaction',
        },
      ),
    ],
    [
      'ethers 6',
      ethersError('user rejected action (action="sendTransaction", code=ACTION_REJECTED)', {
        code: 'ACTION_REJECTED',
        shortMessage: 'user rejected action',
        reason: 'rejected',
        info: {
          error: { code: 4001, message: 'ethers-user-denied: User denied' },
          payload: REQUEST,
        },
      }),
    ],
    [
      'ethers 6, cancelled in the wallet after sending',
      ethersError('transaction was replaced', {
        code: 'TRANSACTION_REPLACED',
        cancelled: true,
        reason: 'cancelled',
      }),
    ],
    ['viem', new UserRejectedRequestError(new Error('no'))],
    [
      'viem, wrapped',
      new BaseError('failed', { cause: new UserRejectedRequestError(new Error('no')) }),
    ],
    ['a text alone', new Error('ACTION_REJECTED')],
    ['a code as text', { code: '4001', message: 'No' }],
    ['an error in an error', { error: { error: { code: 4001 } } }],
    ['a cause in data', rpcError(-32_603, 'Internal error', { cause: { code: 4001 } })],
    ['web3.js 4', { code: 100, message: 'Web3 error', innerError: { code: 4001 } }],
    ['Bitget Wallet', { code: -32_000, message: 'User Reject' }],
    ['TokenPocket', new Error('user cancel')],
    ['a wallet in one word', 'cancel'],
    ['Trezor', new Error('Action cancelled by user')],
    [
      'Ledger',
      new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
    ],
    ['Ledger, by name', Object.assign(new Error('0x5501'), { name: 'UserRefusedOnDevice' })],
    ['Phantom', rpcError(4001, 'The user rejected the request.')],
    ['imToken', new Error('User did cancel the operation.')],
    ['a wallet that declined', new Error('Transaction declined')],
  ])('rejected: %s', (_, error) => {
    expect(classifyFailure(error)).toMatchObject({ kind: 'rejected', revert: null })
    expect(isRejection(error)).toBe(true)
  })

  test.each([
    ['wagmi', 'notConnected', wagmiError('ConnectorNotConnectedError', 'Connector not connected.')],
    ['MetaMask, offline', 'unreachable', rpcError(4900, 'MetaMask: Disconnected from all chains.')],
    ['ethers', 'notConnected', new Error('Signer not available')],
    [
      'wagmi, without an extension',
      'noProvider',
      wagmiError('ProviderNotFoundError', 'Provider not found.'),
    ],
    [
      'MetaMask, a request open',
      'alreadyPending',
      {
        code: -32_002,
        message:
          "Request of type 'wallet_requestPermissions' already pending for origin https://game.example. Please wait.",
      },
    ],
    [
      'MetaMask 8',
      'alreadyPending',
      new Error('Permissions request already pending; please wait.'),
    ],
    ['viem, a request open', 'alreadyPending', new ResourceUnavailableRpcError(new Error('busy'))],
    [
      'a wallet that is busy',
      'alreadyPending',
      { message: 'Already processing eth_requestAccounts. Please wait.' },
    ],
    [
      'a request open, deep',
      'alreadyPending',
      { code: -32_603, data: { originalError: { code: -32_002 } } },
    ],
    ['MetaMask, another network', 'chainUnknown', rpcError(4902, 'Unrecognized chain ID "0x61".')],
    [
      'MetaMask on a phone, another network',
      'chainUnknown',
      {
        code: -32_603,
        message: 'Internal JSON-RPC error.',
        data: { originalError: { code: 4902, message: 'Unrecognized chain ID "0x61".' } },
      },
    ],
    ['a cause, another network', 'chainUnknown', new Error('no', { cause: { code: 4902 } })],
    ['wagmi, another network', 'chainUnknown', new SwitchChainError(rpcError(4902, 'no'))],
    ['wagmi, another failure', 'unknown', new SwitchChainError(rpcError(-1, 'no'))],
    [
      'Rabby, in words',
      'chainUnknown',
      new Error('Try adding the chain using wallet_addEthereumChain first'),
    ],
    ['Rainbow, in words', 'chainUnknown', new Error('Chain Id not supported')],
    ['SafePal, in words', 'chainUnknown', { code: -32_000, message: 'unknown chain' }],
    ['a wallet, in its own words', 'chainUnknown', 'This chain has not been added to the wallet'],
    ['EIP-5792, another network', 'chainUnknown', { code: 5710, message: 'No' }],
    ['EIP-1193, a method', 'unsupportedMethod', rpcError(4200, 'No')],
    ['JSON-RPC, a method', 'unsupportedMethod', { code: -32_601, message: 'No' }],
    [
      'Geth, a method',
      'unsupportedMethod',
      new Error('the method eth_x does not exist/is not available'),
    ],
    [
      'a wallet, a method in words',
      'unsupportedMethod',
      new Error('Method wallet_sendCalls is not supported'),
    ],
    [
      'our own nodes, all down',
      'unreachable',
      { code: -32_002, message: 'Resource unavailable: no node of this chain responds' },
    ],
    ['this app, no response', 'timeout', new WalletSilentError()],
    ['this app, no hash', 'outcomeUnknown', new OutcomeUnknownError()],
    ['viem', 'insufficientFunds', new InsufficientFundsError()],
    [
      'Geth through MetaMask',
      'insufficientFunds',
      {
        code: -32_603,
        message: 'Internal JSON-RPC error.',
        data: {
          code: -32_000,
          message: 'insufficient funds for gas * price + value: address 0x70 have 0 want 1',
        },
      },
    ],
    [
      'Geth through MetaMask and viem',
      'insufficientFunds',
      sent(
        rpcError(-32_603, 'Internal JSON-RPC error.', {
          code: -32_000,
          message: 'insufficient funds for gas * price + value',
        }),
      ),
    ],
    [
      'WalletConnect through ethers 5',
      'insufficientFunds',
      {
        reason: 'insufficient funds for intrinsic transaction cost',
        code: 'INSUFFICIENT_FUNDS',
        error: { code: -32_000, message: 'insufficient funds for gas * price + value' },
        method: 'estimateGas',
      },
    ],
    ['Trust Wallet', 'insufficientFunds', sent(rpcError(-32_000, 'Insufficient funds'))],
    [
      'Geth through ethers 5',
      'insufficientGas',
      {
        reason: 'cannot estimate gas; transaction may fail or may require manual gas limit',
        code: 'UNPREDICTABLE_GAS_LIMIT',
        error: {
          reason: 'processing response error',
          code: 'SERVER_ERROR',
          error: rpcError(-32_000, 'gas required exceeds allowance (0)'),
        },
      },
    ],
    [
      'Geth through viem',
      'insufficientGas',
      new EstimateGasExecutionError(
        getTransactionError(fromNode(-32_000, 'gas required exceeds allowance (0)') as BaseError, {
          account: null,
          docsPath: '/docs',
        }),
        { account: undefined },
      ),
    ],
    [
      'a node that names both',
      'insufficientGas',
      new Error('gas required exceeds: insufficient funds'),
    ],
    ['this app', 'replaced', new TransactionReplacedError()],
    ['this app', 'notSent', new CallsNotSentError()],
    [
      'ethers 6',
      'replaced',
      { code: 'TRANSACTION_REPLACED', reason: 'replaced', message: 'transaction was replaced' },
    ],
    [
      'wagmi, adding the network failed',
      'chainNotSupported',
      new ChainNotSupportedError({ cause: new UserRejectedRequestError(rpcError(-32_602, 'no')) }),
    ],
    ['viem, a slow node', 'timeout', new TimeoutError({ body: REQUEST, url: URL })],
    [
      'viem, never mined',
      'timeout',
      new WaitForTransactionReceiptTimeoutError({ hash: `0x${'01'.repeat(32)}` }),
    ],
    ['Geth', 'timeout', { code: -32_002, message: 'request timed out' }],
    ['WalletConnect', 'timeout', new Error('Request expired. Please try again.')],
    ['viem, no node', 'unreachable', sent(new HttpRequestError({ body: REQUEST, url: URL }))],
    [
      'MetaMask, its node is down',
      'unreachable',
      sent(rpcError(-32_603, "Non-200 status code: '502'")),
    ],
    [
      'ethers 6, no node',
      'unreachable',
      { code: 'NETWORK_ERROR', message: 'could not detect network' },
    ],
    ['MetaMask, another refusal', 'unknown', { code: -32_602, message: 'Invalid parameters' }],
    [
      'a node that rejects a transaction',
      'unknown',
      sent(rpcError(-32_000, 'transaction was rejected by the sequencer')),
    ],
    [
      'a gateway that rejects a request',
      'unreachable',
      new HttpRequestError({ url: URL, status: 403, details: 'Request rejected: too many' }),
    ],
    ['an error', 'unknown', new Error('the node is asleep')],
    ['a text', 'unknown', 'boom'],
    ['an empty object', 'unknown', {}],
    ['null', 'unknown', null],
    ['undefined', 'unknown', undefined],
  ] as const)('%s: %s', (_, kind, error) => {
    expect(classifyFailure(error)).toMatchObject({ kind, revert: null })
    expect(isRejection(error)).toBe(false)
  })

  const noReason = { errorName: null, args: [], reason: null }

  test.each([
    [
      'MetaMask, the reason in data.message',
      {
        code: -32_603,
        message: 'Internal JSON-RPC error.',
        data: { code: 3, data: '0x08c379a0', message: 'execution reverted: has aaaaa.' },
      },
      { ...noReason, reason: 'has aaaaa' },
    ],
    [
      'MetaMask, the reason in its message',
      {
        code: -32_603,
        message: 'execution reverted: has aaaaa.',
        data: { originalError: { code: 3, data: '0x08c379a0', message: 'execution reverted' } },
      },
      { ...noReason, reason: 'has aaaaa' },
    ],
    [
      'MetaMask, no reason',
      {
        code: -32_603,
        message: 'Internal JSON-RPC error.',
        data: { code: -32_000, message: 'execution reverted' },
      },
      noReason,
    ],
    [
      'a node that puts the reason only in its data',
      {
        code: 3,
        message: 'execution reverted',
        data: encodeErrorResult({
          abi: ABI,
          errorName: 'Error',
          args: ['Contract not allowed'],
        }),
      },
      { ...noReason, reason: 'Contract not allowed' },
    ],
    [
      'Gnosis through MetaMask',
      { code: -32_015, message: 'VM execution error.', data: 'Reverted' },
      noReason,
    ],
    [
      'MetaMask through viem',
      sent(
        rpcError(-32_603, 'Internal JSON-RPC error.', {
          code: 3,
          message: 'execution reverted: Round not bettable',
        }),
      ),
      { ...noReason, reason: 'Round not bettable' },
    ],
    [
      'Hardhat',
      new Error(
        "VM Exception while processing transaction: reverted with reason string 'Round not bettable'",
      ),
      { ...noReason, reason: 'Round not bettable' },
    ],
    [
      'ethers 6',
      ethersError('execution reverted (unknown custom error)', {
        code: 'CALL_EXCEPTION',
        shortMessage: 'execution reverted (unknown custom error)',
        reason: null,
        revert: {
          name: 'EpochNotOpen',
          signature: 'EpochNotOpen(uint256,uint256)',
          args: [12n, 13n],
        },
      }),
      { errorName: 'EpochNotOpen', args: [12n, 13n], reason: null },
    ],
    [
      'viem, an error of the ABI',
      reverted(encodeErrorResult({ abi: ABI, errorName: 'EpochNotOpen', args: [12n, 13n] })),
      { errorName: 'EpochNotOpen', args: [12n, 13n], reason: null },
    ],
    [
      'viem, a text',
      reverted(encodeErrorResult({ abi: ABI, errorName: 'Error', args: ['Round not bettable'] })),
      { errorName: 'Error', args: ['Round not bettable'], reason: 'Round not bettable' },
    ],
    ['viem, an unknown error', reverted('0xdeadbeef'), noReason],
    [
      'viem, after it was mined',
      new ContractFunctionRevertedError({ abi: ABI, functionName: 'betBull' }),
      noReason,
    ],
  ])('reverted: %s', (_, error, revert) => {
    expect(classifyFailure(error)).toMatchObject({ kind: 'reverted', revert })
  })

  test('handles errors that refer to each other', () => {
    const error: Error & { data?: unknown } = new Error('boom')
    error.cause = { data: error, message: 'inner' }
    expect(classifyFailure(error)).toEqual({ kind: 'unknown', message: 'boom', revert: null })
  })
})

describe('the message of a failure', () => {
  test.each([
    ['an error’s own', new Error('the node is asleep'), 'the node is asleep'],
    ['a plain object’s', { code: -32_000, message: 'asleep' }, 'asleep'],
    ['a thrown text', 'boom', 'boom'],
    [
      'viem’s short one',
      new BaseError('the node is asleep', { details: 'body' }),
      'the node is asleep',
    ],
    [
      'the wallet’s behind a generic one',
      { code: -32_603, message: 'Internal JSON-RPC error.', data: { message: 'nonce too low' } },
      'nonce too low',
    ],
    [
      'the generic one where there is no other',
      { message: 'Internal JSON-RPC error.' },
      'Internal JSON-RPC error.',
    ],
    ['the node’s through viem', fromNode(-32_603, 'header not found'), 'header not found'],
    ['empty for an empty message', new Error(''), ''],
    ['empty without an error', undefined, ''],
    ['a long one, cut', new Error('x'.repeat(300)), 'x'.repeat(200)],
  ])('is %s', (_, error, message) => {
    expect(classifyFailure(error).message).toBe(message)
  })

  test.each([
    new TransactionExecutionError(new HttpRequestError({ body: REQUEST, url: URL }), {
      account: null,
      data: '0x57fb096f',
    }),
    fromNode(-32_000, 'nonce too low'),
    ethersError('nonce too low (transaction={"data":"0x57fb096f"}, code=NONCE_EXPIRED)', {
      code: 'NONCE_EXPIRED',
    }),
  ])('never quotes the request: %s', (error) => {
    const { message } = classifyFailure(error)
    expect(message).not.toMatch(/0x57fb096f|secret-key/)
    expect(message).not.toBe('')
  })
})
