import { decodeReason, isEncodedReason } from './encoded-reason.ts'
import { type FailureLayer, failureLayers } from './failure-layers.ts'
import { FAILURE_RULES, type FailureKind } from './failure-rules.ts'

/** Reason why a contract refused a call. All null or empty when unknown. */
export type Revert = {
  /** Name of the contract's error in its ABI. */
  errorName: string | null
  args: readonly unknown[]
  /** The text of a `require` or `revert`. */
  reason: string | null
}

export type Failure = {
  kind: FailureKind
  /** One line to show or log, '' when the error has none. Never a request body. */
  message: string
  /** Null unless `kind` is `reverted`. */
  revert: Revert | null
}

/**
 * Classifies an error thrown by a wallet, viem, wagmi, ethers or a node. Unwraps nested
 * errors and accepts any value.
 *
 * @example
 * const { kind, message } = classifyFailure(error)
 * if (kind === 'rejected') showNote(messages.cancelled)
 */
export function classifyFailure(error: unknown): Failure {
  const layers = failureLayers(error)
  const kind = kindOf(layers)
  return { kind, message: messageOf(layers), revert: kind === 'reverted' ? revertOf(layers) : null }
}

/** True when the user declined in the wallet, however deep the wallet's error is wrapped. */
export function isRejection(error: unknown): boolean {
  return classifyFailure(error).kind === 'rejected'
}

function kindOf(layers: readonly FailureLayer[]): FailureKind {
  // ethers reports a transaction that the user cancelled in the wallet as a replaced one.
  if (layers.some(({ code, error }) => isReplacement(code) && error['reason'] === 'cancelled')) {
    return 'rejected'
  }
  const rule = FAILURE_RULES.find(({ names, codes, text }) =>
    layers.some(
      (layer) =>
        names?.includes(layer.name) ||
        codes?.includes(layer.code) ||
        layer.texts.some((line) => text?.test(line)),
    ),
  )
  return rule?.kind ?? 'unknown'
}

function isReplacement(code: unknown): boolean {
  return code === 'TRANSACTION_REPLACED'
}

/** Sentences that only say that something failed. The reason is in another layer. */
const GENERIC =
  /^(internal json-rpc error|an (internal error|unknown rpc error) |rpc request failed|could not coalesce error|processing response error)/i

const MESSAGE_MAX_LENGTH = 200

function messageOf(layers: readonly FailureLayer[]): string {
  const texts = layers.flatMap((layer) => layer.texts)
  const text = texts.find((candidate) => !GENERIC.test(candidate)) ?? texts[0] ?? ''
  // viem puts technical details below an empty line.
  const [summary = ''] = text.split('\n\n')
  // ethers 5 appends the request: `... (action="sendTransaction", transaction={...`.
  const sentence = summary.replaceAll('\n', ' ').replace(/ [([](\w+=|See: ).*/, '')
  return sentence.slice(0, MESSAGE_MAX_LENGTH)
}

/** Reasons as worded by Geth (`execution reverted: x`), viem (`Execution reverted with reason: x.`) and Hardhat. */
const REASON = /(?:reverted: |reverted with reason: |reverted with reason string ')([^"'\n]+)/i

function revertOf(layers: readonly FailureLayer[]): Revert {
  const decoded = layers.map(({ error }) => decodedOf(error)).find((revert) => revert !== null)
  const texts = layers.flatMap((layer) => layer.texts)
  const reason = texts.map((text) => REASON.exec(text)?.[1]).find((match) => match !== undefined)
  return {
    errorName: decoded?.errorName ?? null,
    args: decoded?.args ?? [],
    reason: decoded?.reason ?? encodedReason(layers) ?? reason?.replace(/\.$/, '') ?? null,
  }
}

/** Decodes the text of a `require` from the data that a wallet or node passes on. */
function encodedReason(layers: readonly FailureLayer[]): string | undefined {
  const data = layers.map(({ error }) => error['data']).find(isEncodedReason)
  return data && decodeReason(data)
}

/** Reads the error that viem (`data`, `reason`) or ethers 6 (`revert`, `reason`) has decoded with the ABI. */
function decodedOf(error: FailureLayer['error']): Revert | null {
  const { data, revert, reason } = error
  const decoded = error['name'] === 'ContractFunctionRevertedError' ? data : revert
  if (typeof decoded !== 'object' || decoded === null) return null
  const { errorName, name, args } = decoded as Readonly<Record<string, unknown>>
  const knownName = errorName ?? name
  return {
    errorName: typeof knownName === 'string' ? knownName : null,
    args: Array.isArray(args) ? args : [],
    reason: typeof reason === 'string' ? reason : null,
  }
}
