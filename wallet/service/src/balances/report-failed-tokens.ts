import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Token } from '../tokens/token.ts'

/** Called with the tokens of a chain whose balances could not be read, and the first reason. */
export type OnFailedTokens = (tokens: readonly Token[], reason: unknown) => void

/** Returns a function that logs failed tokens, each only once: a chain without the token never has it. */
export function reportFailedTokens(log: Logger): OnFailedTokens {
  const reported = new Set<Token>()
  return (failed, reason) => {
    const tokens = failed.filter((token) => !reported.has(token))
    const [first] = tokens
    if (first === undefined) return
    for (const token of tokens) reported.add(token)
    const symbols = tokens.map(({ symbol }) => symbol)
    const { chainId } = first
    log.warn({ chainId, tokens: symbols, error: errorSummary(reason) }, 'token balances failed')
  }
}
