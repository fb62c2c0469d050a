import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'

const TIMEOUT_MS = 30_000

/** Posts a JSON body to an API node, and returns its response. */
export async function post(url: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) {
    throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  }
  return await response.json()
}

/** Returns the amount in BNB, as responses have it. */
export function coin(wei: bigint): string {
  return formatUnits(wei, COIN_DECIMALS)
}
