/** One of several nested errors, reduced to the facts that identify a failure. */
export type FailureLayer = {
  name: string
  code: unknown
  /** Messages of the wallet, library or node, most readable first. Never a request body. */
  texts: readonly string[]
  error: Readonly<Record<string, unknown>>
}

/**
 * Properties that hold the error behind an error: `cause` (ECMAScript, viem), `error` and `info`
 * (ethers), `data` and `originalError` (MetaMask), `value` (ethjs), `innerError` (web3.js). Others may hold the request.
 */
const NESTED_KEYS = [
  'cause',
  'error',
  'info',
  'data',
  'originalError',
  'value',
  'innerError',
] as const

/** Properties with a message. `details` is viem's copy of the wallet's or node's message. */
const TEXT_KEYS = ['shortMessage', 'reason', 'details', 'message'] as const

const HEX = /^0x[\da-f]*$/i

/** Lists an error and the errors nested in it, outermost first, each once. */
export function failureLayers(error: unknown): FailureLayer[] {
  if (typeof error === 'string') return [layerOf({ message: error })]
  const layers: FailureLayer[] = []
  const seen = new Set<unknown>()
  const queue = [error]
  // The queue grows while it is read.
  for (const current of queue) {
    if (typeof current !== 'object' || current === null || seen.has(current)) continue
    seen.add(current)
    const record = current as Readonly<Record<string, unknown>>
    layers.push(layerOf(record))
    queue.push(...NESTED_KEYS.map((key) => record[key]))
  }
  return layers
}

function layerOf(error: Readonly<Record<string, unknown>>): FailureLayer {
  const name = typeof error['name'] === 'string' ? error['name'] : ''
  return { name, code: codeOf(name, error['code']), texts: textsOf(error), error }
}

function codeOf(name: string, code: unknown): unknown {
  // wagmi wraps most failures in its own 4902, which is unrelated to the wallet's code.
  if (name === 'SwitchChainError') return undefined
  return typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
}

function textsOf(error: Readonly<Record<string, unknown>>): string[] {
  // The message of an error with a `shortMessage` (viem, ethers) also quotes the request.
  const keys = 'shortMessage' in error ? TEXT_KEYS.slice(0, -1) : TEXT_KEYS
  // Binance Chain Wallet puts the sentence in `error`, OpenEthereum in `data`.
  return [...keys, 'error', 'data']
    .map((key) => error[key])
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !HEX.test(text))
}
