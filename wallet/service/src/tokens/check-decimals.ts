import type { RpcClient } from '../chain/rpc-client.ts'
import { readDecimals } from './read-decimals.ts'
import type { Token } from './token.ts'

/** Returns the tokens of one chain that may be used. */
export type UsableTokens = () => Promise<readonly Token[]>

const USABLE_MS = 600_000
const UNUSABLE_MS = 5_000

/** Called with tokens whose contract does not respond, or has other decimals than the list says. */
export type OnUnusableTokens = (tokens: readonly Token[], reason: unknown) => void

type Check = { isUsable: boolean; expiresMs: number }

/**
 * Leaves out tokens whose contract does not have the decimals of the list, checked every ten minutes: each amount
 * would be wrong by powers of ten. Tokens without decimals are left out too: kits cannot show them.
 */
export function createUsableTokens(
  client: RpcClient,
  listed: readonly Token[],
  onUnusable: OnUnusableTokens,
): UsableTokens {
  const divisible = listed.filter(({ decimals }) => decimals > 0)
  const checks = new Map<Token, Check>()
  let running: Promise<void> | null = null
  const checkAll = async () => {
    const nowMs = Date.now()
    const due = divisible.filter((token) => (checks.get(token)?.expiresMs ?? 0) <= nowMs)
    if (due.length === 0) return
    const { usable, reason } = await findUsable(client, due)
    for (const token of due) {
      const isUsable = usable.has(token)
      checks.set(token, { isUsable, expiresMs: nowMs + (isUsable ? USABLE_MS : UNUSABLE_MS) })
    }
    onUnusable(
      due.filter((token) => !usable.has(token)),
      reason,
    )
  }
  return async () => {
    running ??= checkAll().finally(() => {
      running = null
    })
    await running
    return divisible.filter((token) => checks.get(token)?.isUsable === true)
  }
}

async function findUsable(
  client: RpcClient,
  tokens: readonly Token[],
): Promise<{ usable: ReadonlySet<Token>; reason: unknown }> {
  const results = await readDecimals(client, tokens)
  return {
    usable: new Set(tokens.filter((token, index) => results[index]?.result === token.decimals)),
    reason: results.find(({ error }) => error !== undefined)?.error,
  }
}
