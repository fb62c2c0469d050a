import * as z from 'zod/mini'
import type { TestVault } from './start-test-vault.ts'

const Mails = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      code: z.nullable(z.string()),
      text: z.string(),
      links: z.array(z.string()),
    }),
  ),
})

/** Returns the mails to an address, newest first. A mail is here before the response to the request that sent it. */
export async function readMails({ mail }: TestVault, to: string) {
  const response = await fetch(`${mail.inboxUrl}/mails.json?to=${encodeURIComponent(to)}`)
  return Mails.parse(await response.json()).mails
}

/** Returns the code in the newest mail to an address. */
export async function readCode(vault: TestVault, to: string): Promise<string> {
  const [newest] = await readMails(vault, to)
  if (newest?.code == null) throw new Error(`No code was mailed to ${to}`)
  return newest.code
}

/** Returns another code than `code`: `difference` is added to each digit. */
export function otherCode(code: string, difference: number): string {
  return Array.from(code, (digit) => (Number(digit) + difference) % 10).join('')
}
