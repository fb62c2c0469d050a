import { Flag, WebUrl } from '@bullring/server/config/env-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import * as z from 'zod'
import { parseProjects } from './projects.ts'

/** Settings that custody and vault share. */

/** A server on this machine that stands in for a public one. */
const LocalUrl = WebUrl.refine(
  (url) => isLoopbackHost(new URL(url).host),
  'must be on this machine: anyone can log in there as anyone',
).optional()

export const MAIL_URL = {
  kind: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }),
  text: 'mail server of custody and vault: `smtps://user:password@mail.example`, or `smtp://…`, which must offer STARTTLS unless it is on this machine. Without it, `npm start` on a local chain delivers all mails to a mailbox page on this machine',
  isSecret: true,
  purpose: 'Login',
} as const

export const MAIL_FROM = {
  kind: z
    .string()
    .regex(
      /^(?:[^<>\r\n"@,;]{1,80} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@,;]+@[^<>\s@,;]+)$/,
      'must be an address, or a name and an address such as Bullring <login@bullring.example>',
    ),
  text: 'sender of the mails, such as `Bullring <login@bullring.example>`. Set up SPF, DKIM and DMARC for its domain, or codes arrive as spam',
  purpose: 'Login',
} as const

export const CUSTODY_PROJECTS = {
  kind: z.string('is missing').transform((text, context) => {
    const projects = parseProjects(text)
    if (projects !== null) return projects
    context.addIssue(
      'must be a list such as my-app=https://app.example;other=https://other.example',
    )
    return z.NEVER
  }),
  text: 'apps that may embed the wallet, `project-id=https://a.example,https://b.example`, separated by semicolons',
  usual: "the game's pages with `npm start`",
} as const

export const OAUTH_LOCAL_URL = {
  kind: LocalUrl,
  text: 'a provider on this machine that stands in for all social sites, for tests; anyone can log in there as anyone',
} as const

export const FARCASTER_LOCAL_URL = {
  kind: LocalUrl,
  text: "a relay on this machine that stands in for Farcaster's, for tests; anyone can log in there as anyone",
} as const

export const LOGIN_DEVELOPER_LIMITS = {
  kind: Flag,
  text: 'limits with which developers and tests log in again and again from one address, set by `npm start` on a local chain of this machine; refused if `CUSTODY_PUBLIC_URL` is not on this machine',
} as const

/** Finds developer limits that strangers would meet. */
export function developerLimitIssues(env: PresentEnv): readonly string[] {
  const { LOGIN_DEVELOPER_LIMITS: flag, CUSTODY_PUBLIC_URL: url = '' } = env
  if (Flag.safeParse(flag).data !== true || isLoopbackHost(URL.parse(url)?.host ?? '')) return []
  return ['LOGIN_DEVELOPER_LIMITS is for a CUSTODY_PUBLIC_URL on this machine']
}
