/**
 * Kinds of failed requests and transactions.
 *
 * - `rejected`: the user declined in the wallet, or cancelled a transaction there.
 * - `chainUnknown`: the wallet does not know the network yet, and may be asked to add it.
 * - `unsupportedMethod`: the wallet does not have the method.
 * - `notConnected`: no wallet is connected, or it has disconnected.
 * - `noAccount`: the wallet connected without an account: it is locked, or the user allowed none.
 * - `noProvider`: the connector has no provider, e.g. because the extension was removed.
 * - `alreadyPending`: the wallet is still waiting for an earlier request (-32002).
 * - `insufficientFunds`: the balance does not cover value and gas.
 * - `insufficientGas`: the node reports that the gas required exceeds what the account can pay for.
 * - `reverted`: the contract refused the call.
 * - `chainNotSupported`: the wallet neither knows the network nor adds it.
 * - `replaced`: the wallet sent another transaction in its place.
 * - `notSent`: the wallet gave up calls that it had accepted, and they are in no block.
 * - `outcomeUnknown`: the wallet may have sent the transaction: it did not say.
 * - `timeout`: no response in time.
 * - `unreachable`: the node or the network did not respond.
 * - `unknown`: anything else.
 */
export type FailureKind =
  | 'rejected'
  | 'chainUnknown'
  | 'unsupportedMethod'
  | 'notConnected'
  | 'noAccount'
  | 'noProvider'
  | 'alreadyPending'
  | 'insufficientFunds'
  | 'insufficientGas'
  | 'reverted'
  | 'chainNotSupported'
  | 'replaced'
  | 'notSent'
  | 'outcomeUnknown'
  | 'timeout'
  | 'unreachable'
  | 'unknown'

type FailureRule = {
  kind: FailureKind
  /** `name` of an error class. Classes themselves would add their library to the page's weight. */
  names?: readonly string[]
  codes?: readonly unknown[]
  /** For wallets and nodes that report the failure only in the message. */
  text?: RegExp
}

/** Tried in this order on all layers of an error; the first match decides. */
export const FAILURE_RULES: readonly FailureRule[] = [
  // Before rejections: wagmi reports a network that the wallet cannot add as rejected by the user.
  { kind: 'chainNotSupported', names: ['ChainNotSupportedError'] },
  {
    kind: 'rejected',
    names: [
      'UserRejectedRequestError',
      // Ledger.
      'UserRefusedOnDevice',
      'UserRefusedAddress',
    ],
    // EIP-1193; WalletConnect (R-CONNECT-5, CAIP-25: session, chains, methods); EIP-5792; ethers; web3.js.
    codes: [4001, 5000, 5001, 5002, 5750, 'ACTION_REJECTED', 'USER_REJECTED'],
    // In this order: MetaMask, Coinbase, Trust, Bitget, TokenPocket; SafePal, Trezor, Ledger; Rainbow, Trust; OKX;
    // Binance; WalletConnect modal. Nodes and gateways reject requests, too, but give a reason: hence the whole text of
    // Rainbow and Trust.
    text: /\buser (has |did )?(reject|den(y|ied)\b|declin|disapprov|cancel|abort)|(rejected|denied|declined|cancell?ed) by (the )?user|^(request|transaction) (was )?(rejected|declined|cancell?ed)\.?$|okx wallet reject|closed modal|connection request reset|ACTION_REJECTED|^cancel(l?ed)?\.?$/i,
  },
  {
    kind: 'notConnected',
    names: ['ConnectorNotConnectedError'],
    text: /signer not available|wallet not connected|please reconnect wallet first/i,
  },
  { kind: 'noAccount', names: ['NoAccountError'] },
  { kind: 'noProvider', names: ['ProviderNotFoundError'], text: /provider not (found|available)/i },
  // Before funds and reverts: nodes and viem report this failure as either, too.
  { kind: 'insufficientGas', text: /gas required exceeds/i },
  {
    kind: 'insufficientFunds',
    names: ['InsufficientFundsError'],
    codes: ['INSUFFICIENT_FUNDS'],
    text: /insufficient funds|exceeds transaction sender account balance/i,
  },
  { kind: 'replaced', names: ['TransactionReplacedError'], codes: ['TRANSACTION_REPLACED'] },
  { kind: 'notSent', names: ['CallsNotSentError'] },
  { kind: 'outcomeUnknown', names: ['OutcomeUnknownError'] },
  // Before reverts: viem treats every -32603 of a contract call as one.
  // 4900 is the wallet's node, not the visitor's connection to the wallet (EIP-1193, "Disconnected").
  {
    kind: 'unreachable',
    names: ['ProviderDisconnectedError'],
    codes: [4900],
    text: /non-200 status code|failed to fetch|no node of this chain responds/i,
  },
  {
    kind: 'reverted',
    names: ['ContractFunctionRevertedError', 'ExecutionRevertedError'],
    // Geth; OpenEthereum and Nethermind; ethers.
    codes: [3, -32_015, 'CALL_EXCEPTION'],
    text: /execution reverted|vm exception|failed due to an exception/i,
  },
  {
    kind: 'timeout',
    names: ['TimeoutError', 'WaitForTransactionReceiptTimeoutError', 'WalletSilentError'],
    codes: ['TIMEOUT'],
    text: /took too long to respond|request (timed out|expired)/i,
  },
  {
    kind: 'alreadyPending',
    names: ['ResourceUnavailableRpcError'],
    codes: [-32_002],
    text: /already (pending|processing|in progress)/i,
  },
  {
    kind: 'unreachable',
    names: ['HttpRequestError', 'WebSocketRequestError', 'SocketClosedError'],
    codes: ['NETWORK_ERROR'],
  },
  // Last: contracts and nodes use such phrases, too.
  {
    kind: 'chainUnknown',
    // EIP-3085 and EIP-3326; EIP-5792.
    codes: [4902, 5710],
    // MetaMask, Coinbase and Rabby; Rainbow and Trust; wallets that say it in their own words.
    text: /(unrecogni[sz]ed|unknown|unsupported) chain|chain( id)?\b[^.]{0,40} (not (been )?(added|found|supported|recogni[sz]ed)|does not exist)|try adding the chain/i,
  },
  {
    kind: 'unsupportedMethod',
    names: [
      'MethodNotFoundRpcError',
      'MethodNotSupportedRpcError',
      'UnsupportedProviderMethodError',
    ],
    // EIP-1193; JSON-RPC; EIP-1474.
    codes: [4200, -32_601, -32_004],
    text: /method\b[^.]{0,60} (not|un)[ -]?(found|supported|implemented|available)|(unsupported|unknown) method|does not support the (requested )?method/i,
  },
]
