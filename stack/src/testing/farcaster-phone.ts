import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import * as z from 'zod/mini'
import { type LocalFarcasterUser, localFarcasterUser } from '../farcaster/local-phone.ts'
import { LOCAL_RELAY_KEY } from '../farcaster/relay-app.ts'

const Pending = z.object({
  nonce: z.string(),
  signatureParams: z.object({ domain: z.string(), siweUri: z.string() }),
})

/** Presses a button of the local phone page. Returns the page's text. */
export async function pressOnPhone(
  url: string,
  decision: 'approve' | 'reject',
  userName = 'alice',
): Promise<string> {
  const { origin, pathname, searchParams } = new URL(url)
  const channelToken = searchParams.get('channelToken') ?? ''
  const response = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ channelToken, userName, decision }),
  })
  return await response.text()
}

/** Fields with which a phone breaks the rules. */
export type PhoneMessage = {
  user?: LocalFarcasterUser
  fields?: Partial<SiweMessage>
  /** Changes the text after it was written, and before it is signed. */
  edit?: (message: string) => string
  /** Signs in place of the user. */
  signer?: { signMessage: (options: { message: string }) => Promise<`0x${string}`> }
}

/** Signs as a phone does. Returns message and signature. */
export async function signAsPhone(
  request: { nonce: string; domain: string; uri: string },
  { user = localFarcasterUser('alice'), fields, edit = (text) => text, signer }: PhoneMessage = {},
) {
  const message = edit(
    createSiweMessage({
      ...request,
      address: user.account.address,
      chainId: 10,
      version: '1',
      statement: 'Farcaster Auth',
      issuedAt: new Date(),
      resources: [`farcaster://fid/${user.fid}`],
      ...fields,
    }),
  )
  return { message, signature: await (signer ?? user.account).signMessage({ message }) }
}

/** Sends what a phone signed to the relay of a channel. */
export async function approveAsPhone(url: string, answer: PhoneMessage = {}): Promise<void> {
  const { origin, searchParams } = new URL(url)
  const headers = {
    authorization: `Bearer ${searchParams.get('channelToken')}`,
    'content-type': 'application/json',
    'x-farcaster-auth-relay-key': LOCAL_RELAY_KEY,
  }
  const status = await fetch(`${origin}/v1/channel/status`, { headers })
  const { nonce, signatureParams } = z.parse(Pending, await status.json())
  const { domain, siweUri: uri } = signatureParams
  const signed = await signAsPhone({ nonce, domain, uri }, answer)
  const { fid, userName: username } = answer.user ?? localFarcasterUser('alice')
  await fetch(`${origin}/v1/channel/authenticate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...signed, fid, username }),
  })
}
